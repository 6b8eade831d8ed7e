package io.github.dratestkit.apiserver.access;

/** How a server decides who may do what. */
public enum AccessMode {
  /** Everybody is an administrator unless a token or a header says who they are. */
  ALWAYS_ALLOW,
  /** By roles and their bindings, and for nodes by what a kubelet needs; nobody is anonymous. */
  NODE_AND_ROLES
}
