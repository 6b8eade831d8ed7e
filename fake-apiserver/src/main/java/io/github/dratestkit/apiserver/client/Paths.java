package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** Tells where the objects of a class are. */
@FunctionalInterface
interface Paths {
  ResourcePath of(Class<? extends HasMetadata> kind);
}
