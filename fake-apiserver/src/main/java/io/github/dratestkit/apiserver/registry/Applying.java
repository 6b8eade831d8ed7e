package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.codec.DecodingException;
import io.github.dratestkit.apiserver.codec.FieldValidation;
import io.github.dratestkit.apiserver.codec.YamlText;
import io.github.dratestkit.apiserver.patch.FieldManager.Force;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.status.StatusException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

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
    Applied sent = read(request, target.resource().kind(), validation);
    List<String> noticed = new ArrayList<>();
    Runnable check =
        () -> {
          sent.refuseRepeated(validation);
          noticed.clear();
          noticed.addAll(sent.repeated());
        };
    try {
      return apply(target, sent, force(request), write, check);
    } catch (StatusException refused) {
      throw refused.withWarnings(noticed);
    }
  }

  private Outcome apply(Target target, Applied sent, Force force, Write write, Runnable check) {
    ObjectNode applied = sent.object();
    List<String> repeated = sent.repeated();
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

  /** Says whether fields are taken over: whatever the word, unless it is a no. */
  static Force force(ApiRequest request) {
    return request
        .parameter("force")
        .filter(value -> !value.equals("0") && !value.equalsIgnoreCase("false"))
        .map(value -> Force.FORCE)
        .orElse(Force.NEVER);
  }

  /**
   * What a client applies.
   *
   * @param repeated complaints about keys that came twice, unless they do not matter
   */
  record Applied(ObjectNode object, List<String> repeated) {

    /** Refuses repeated keys if they are an error. A conflict is told before. */
    void refuseRepeated(FieldValidation validation) {
      if (validation == FieldValidation.STRICT && !repeated.isEmpty()) {
        throw StatusErrors.badRequest(
            "error strict decoding patch: error converting YAML to JSON: "
                + YamlText.error(repeated));
      }
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
    // A version does not count for an object that comes to be by an update.
    Metadata.of(body).remove("resourceVersion");
    return creation.createApplied(target, body, write);
  }

  /** Reads what is applied to objects of a kind. */
  static Applied read(ApiRequest request, GroupVersionKind expected, FieldValidation validation) {
    YamlText.Document document;
    try {
      document = YamlText.read(request.body());
    } catch (DecodingException broken) {
      throw StatusErrors.badRequest("error decoding YAML: " + broken.text());
    }
    if (!document.tree().isObject() && !document.tree().isNull()) {
      throw StatusErrors.badRequest("error decoding patch: an object is expected");
    }
    ObjectNode applied =
        document.tree() instanceof ObjectNode object
            ? object
            : JsonNodeFactory.instance.objectNode();
    String apiVersion = applied.path("apiVersion").asString("");
    GroupVersionKind told = GroupVersionKind.of(apiVersion, applied.path("kind").asString(""));
    if (!told.equals(expected)) {
      throw StatusErrors.badRequest(
          "invalid object type: "
              + (apiVersion.isEmpty() ? "/" : apiVersion)
              + ", Kind="
              + told.kind());
    }
    return new Applied(
        applied, validation == FieldValidation.IGNORE ? List.of() : document.repeated());
  }
}
