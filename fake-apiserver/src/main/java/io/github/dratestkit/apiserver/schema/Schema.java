package io.github.dratestkit.apiserver.schema;

import io.github.dratestkit.apiserver.schema.structural.StructuralSchema;
import java.util.List;
import java.util.Optional;

/**
 * What is known of the structure of every kind: the one source that decoding, pruning, encoding,
 * patches, apply and OpenAPI read.
 *
 * <p>The built-in kinds come from the table of fields of Kubernetes 1.37; a custom resource brings
 * a schema of its own, which fits behind the same interface.
 */
public interface Schema {

  /** Returns the schema of the built-in kinds. It is read once per process, lazily. */
  static Schema builtIn() {
    return FieldTable.shared();
  }

  /** Returns the structure of the metadata of a built-in kind; that of all objects is the same. */
  static ObjectType metadataOf(GroupVersionKind kind) {
    return builtIn()
        .type(kind)
        .map(type -> type.fields().get(type.place("metadata")).shape().object())
        .orElseThrow();
  }

  /** Returns the structure of a kind, or nothing if no such kind is known. */
  Optional<ObjectType> type(GroupVersionKind kind);

  /** Returns the schema that the definition of a custom resource brings, if the kind is one. */
  default Optional<StructuralSchema> structural(GroupVersionKind kind) {
    return Optional.empty();
  }

  /** Returns every kind that has a structure, lists and options included. */
  List<GroupVersionKind> kinds();
}
