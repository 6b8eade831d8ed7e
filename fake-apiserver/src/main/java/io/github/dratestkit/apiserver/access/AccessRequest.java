package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.registry.WriteContext.Access;
import java.util.Map;

/** What somebody wants to do: with a resource, or at a path. */
sealed interface AccessRequest {

  String verb();

  /** Returns the sentence that a refusal shows, without the reason. */
  String text();

  /** Returns the same request with another verb. */
  AccessRequest withVerb(String verb);

  /**
   * An access to a resource.
   *
   * @param fields the values that a field selector asks for, by field
   */
  record OfResource(Access access, Map<String, String> fields) implements AccessRequest {

    public OfResource {
      fields = Map.copyOf(fields);
    }

    OfResource(Access access) {
      this(access, Map.of());
    }

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

    /** Returns {@code pods} or {@code resourceclaims.resource.k8s.io}, without a subresource. */
    String groupResource() {
      return access.group().isEmpty()
          ? access.resource()
          : access.resource() + "." + access.group();
    }

    @Override
    public AccessRequest withVerb(String verb) {
      return new OfResource(
          new Access(
              verb,
              access.group(),
              access.resource(),
              access.subresource(),
              access.namespace(),
              access.name()),
          fields);
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
    public AccessRequest withVerb(String newVerb) {
      return new OfPath(newVerb, path);
    }

    @Override
    public String text() {
      return "cannot " + verb + " path \"" + path + "\"";
    }
  }
}
