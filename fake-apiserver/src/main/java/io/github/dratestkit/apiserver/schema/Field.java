package io.github.dratestkit.apiserver.schema;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * One field of an object type.
 *
 * @param name the name in JSON; empty for a type that is inlined in JSON and nested in protobuf
 * @param number the number in protobuf; 0 if the field does not travel there
 * @param pointer whether zero and absent are told apart
 * @param omitEmpty whether JSON leaves the field out when it is empty
 * @param omitZero whether JSON leaves the field out when it is zero, which structs can be as well
 * @param required whether OpenAPI lists it as required
 * @param defaultValue the default that OpenAPI states; applied when list keys are compared
 * @param allowed the values of an enumeration, empty if there is none
 * @param patchStrategies those of {@code merge}, {@code replace} and {@code retainKeys} that say
 *     how a strategic merge patch treats the field
 * @param patchMergeKey the key that tells items of a list apart in a strategic merge patch
 * @param format the format that OpenAPI states, empty if none
 * @param listTypeDeclared whether the list says of which type it is; one that does not is atomic
 * @param inlinedFrom the names of the inlined types on the way here, each followed by a dot
 */
public record Field(
    String name,
    int number,
    Shape shape,
    boolean pointer,
    boolean omitEmpty,
    boolean omitZero,
    boolean required,
    Optional<JsonNode> defaultValue,
    List<String> allowed,
    Set<String> patchStrategies,
    Optional<String> patchMergeKey,
    String format,
    boolean listTypeDeclared,
    String inlinedFrom) {

  public Field {
    allowed = List.copyOf(allowed);
    patchStrategies = Set.copyOf(patchStrategies);
  }

  /** Says whether the field stands for a type whose fields JSON shows among the owner's. */
  public boolean inlined() {
    return name.isEmpty();
  }

  Field under(String owner) {
    return new Field(
        name,
        number,
        shape,
        pointer,
        omitEmpty,
        omitZero,
        required,
        defaultValue,
        allowed,
        patchStrategies,
        patchMergeKey,
        format,
        listTypeDeclared,
        owner + "." + inlinedFrom);
  }
}
