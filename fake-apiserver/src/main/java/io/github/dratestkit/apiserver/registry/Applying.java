package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.codec.FieldValidation;
import io.github.dratestkit.apiserver.codec.YamlKeys;
import io.github.dratestkit.apiserver.patch.FieldManager.Force;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Server-side apply: objects are created or changed so that they have what is applied. */
final class Applying {

  private final Parts parts;
  private final Conversion conversion;
  private final FieldTracking tracking;
  private final Creation creation;
  private final Updating updating;

  /**
   * What came of an apply.
   *
   * @param code 201 if the object was created
   * @param warnings of keys that the body has twice
   */
  record Outcome(int code, Result result, List<String> warnings) {}

  Applying(
      Parts parts,
      Conversion conversion,
      FieldTracking tracking,
      Creation creation,
      Updating updating) {
    this.parts = parts;
    this.conversion = conversion;
    this.tracking = tracking;
    this.creation = creation;
    this.updating = updating;
  }

  Outcome apply(Target target, ApiRequest request, FieldValidation validation, Write write) {
    ObjectNode applied = read(request.body(), target.resource().kind());
    List<String> repeated =
        validation == FieldValidation.IGNORE ? List.of() : YamlKeys.repeated(request.body());
    Runnable check = () -> refuse(validation, repeated);
    Force force =
        request.parameter("force").filter("true"::equals).isPresent() ? Force.FORCE : Force.NEVER;
    boolean creates =
        target.subresource().isEmpty() && parts.store().view().get(target.key()) == null;
    if (creates) {
      return new Outcome(201, create(target, applied, force, write, check), repeated);
    }
    Result result =
        updating.updateApplied(
            target,
            stored -> {
              ObjectNode live = conversion.fromHub(stored.object(), target.resource());
              Optional<ObjectNode> changed = tracking.applied(target, live, applied, force, write);
              check.run();
              return changed.orElseGet(live::deepCopy);
            },
            write,
            Updating.Retry.WHEN_UNCONDITIONAL);
    return new Outcome(200, result, repeated);
  }

  // A conflict is told first.
  private static void refuse(FieldValidation validation, List<String> repeated) {
    if (validation == FieldValidation.STRICT && !repeated.isEmpty()) {
      throw StatusErrors.badRequest(
          "error strict decoding patch: error converting YAML to JSON: "
              + YamlKeys.error(repeated));
    }
  }

  private Result create(
      Target target, ObjectNode applied, Force force, Write write, Runnable check) {
    String uid = applied.path("metadata").path("uid").asString("");
    if (!uid.isEmpty()) {
      throw StatusErrors.conflict(
          target.resource().resource(),
          target.name(),
          "uid mismatch: the provided object specified uid "
              + uid
              + ", and no existing object was found");
    }
    ObjectNode empty = tracking.emptyObject(target.resource().kind());
    Optional<ObjectNode> object = tracking.applied(target, empty, applied, force, write);
    check.run();
    ObjectNode body = object.orElse(empty);
    Updating.checkPlace(target, body);
    return creation.createApplied(target, body, write);
  }

  private static ObjectNode read(byte[] body, GroupVersionKind expected) {
    JsonNode tree;
    try {
      tree = YAMLMapper.shared().readTree(body);
    } catch (JacksonException broken) {
      throw StatusErrors.badRequest("error encoding patch: yaml: " + broken.getOriginalMessage());
    }
    if (!(tree instanceof ObjectNode applied)) {
      throw StatusErrors.badRequest("error decoding YAML: an object is expected");
    }
    String apiVersion = applied.path("apiVersion").asString("");
    GroupVersionKind told = GroupVersionKind.of(apiVersion, applied.path("kind").asString(""));
    if (!told.equals(expected)) {
      throw StatusErrors.badRequest(
          "invalid object type: "
              + (apiVersion.isEmpty() ? "/" : apiVersion)
              + ", Kind="
              + told.kind());
    }
    return applied;
  }
}
