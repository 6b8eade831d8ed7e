package io.github.dratestkit.apiserver.client;

import java.util.Objects;
import java.util.Optional;

/** The body of a patch and how the server shall read it. */
public sealed interface Patch {

  /** Returns the body, JSON. */
  String body();

  /** Returns the media type of the request. */
  String contentType();

  /** JSON merge patch, RFC 7396. */
  record Merge(String body) implements Patch {
    @Override
    public String contentType() {
      return "application/merge-patch+json";
    }
  }

  /** JSON patch, RFC 6902. */
  record Json(String body) implements Patch {
    @Override
    public String contentType() {
      return "application/json-patch+json";
    }
  }

  /** Strategic merge patch, Kubernetes' own. */
  record Strategic(String body) implements Patch {
    @Override
    public String contentType() {
      return "application/strategic-merge-patch+json";
    }
  }

  /** Server-side apply by a field manager, taking fields over from others. */
  record Apply(String body, String fieldManager) implements Patch {
    public Apply {
      Objects.requireNonNull(fieldManager, "fieldManager is null");
    }

    @Override
    public String contentType() {
      return "application/apply-patch+yaml";
    }
  }

  /** Returns the field manager of an apply patch. */
  default Optional<String> manager() {
    return this instanceof Apply apply ? Optional.of(apply.fieldManager()) : Optional.empty();
  }
}
