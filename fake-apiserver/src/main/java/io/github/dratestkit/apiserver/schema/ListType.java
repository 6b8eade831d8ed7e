package io.github.dratestkit.apiserver.schema;

/** How the items of a list belong together when it is applied. */
public enum ListType {
  /** The list is one value. */
  ATOMIC,
  /** Items are scalars, each at most once. */
  SET,
  /** Items are objects that some of their fields tell apart. */
  MAP
}
