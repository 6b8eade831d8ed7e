package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.registry.WriteContext.Access;

/** What somebody wants to do: with a resource, or at a path. */
sealed interface AccessRequest {

  String verb();

  /** Returns the sentence that a refusal shows, without the reason. */
  String text();

  /** An access to a resource. */
  record OfResource(Access access) implements AccessRequest {
    @Override
    public String verb() {
      return access.verb();
    }

    /** Returns {@code pods} or {@code pods/status}, as rules name them. */
    String resource() {
      return access.subresource().isEmpty()
          ? access.resource()
          : access.resource() + "/" + access.subresource();
    }

    @Override
    public String text() {
      return "cannot "
          + access.verb()
          + " resource \""
          + resource()
          + "\" in API group \""
          + access.group()
          + "\""
          + (access.namespace().isEmpty()
              ? " at the cluster scope"
              : " in the namespace \"" + access.namespace() + "\"");
    }
  }

  /** An access to a path that is about no resource. */
  record OfPath(String verb, String path) implements AccessRequest {
    @Override
    public String text() {
      return "cannot " + verb + " path \"" + path + "\"";
    }
  }
}
