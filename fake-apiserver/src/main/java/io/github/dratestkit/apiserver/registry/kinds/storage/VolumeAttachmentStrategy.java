package io.github.dratestkit.apiserver.registry.kinds.storage;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.Immutable;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Volumes on nodes (pkg/apis/storage/validation/validation.go, 1.37). */
final class VolumeAttachmentStrategy implements Strategy {

  private static final int LONGEST_METADATA = 256 << 10;
  private static final int LONGEST_MESSAGE = 1_024;

  @Override
  public boolean allowsUnconditionalUpdate(String requestVersion) {
    return false;
  }

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    if (object.at("/spec/source/inlineVolumeSpec") instanceof ObjectNode volume) {
      VolumeSourceDefaults.ofCluster(volume);
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    object.putObject("status").put("attached", false);
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field spec = Field.of(object, errors).at("spec");
    VolumeSources.driver(spec.at("attacher"));
    source(spec.at("source"));
    Formats.dnsSubdomain(spec.at("nodeName"));
    Field volume = spec.at("source", "persistentVolumeName");
    if (volume.isSet()) {
      Formats.dnsSubdomain(volume);
    }
    return errors;
  }

  private static void source(Field source) {
    Field name = source.at("persistentVolumeName");
    Field inline = source.at("inlineVolumeSpec");
    String one = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
    if (name.isSet() && inline.isSet()) {
      source.forbidden(one);
    } else if (name.isSet()) {
      name.isThere();
    } else if (inline.isSet()) {
      VolumeValidation.inline(inline);
    } else {
      source.required(one);
    }
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = validateCreate(object, context);
    Immutable.check(Field.of(object, errors), old, "spec");
    return errors;
  }

  @Override
  public List<FieldError> validateStatusUpdate(
      ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field status = Field.of(object, errors).at("status");
    Field metadata = status.at("attachmentMetadata");
    long size = 0;
    for (String key : metadata.keys()) {
      size += key.length() + metadata.at(key).text().length();
    }
    if (size > LONGEST_METADATA) {
      metadata.tooLong(LONGEST_METADATA);
    }
    for (String field : List.of("attachError", "detachError")) {
      if (status.at(field, "message").text().length() > LONGEST_MESSAGE) {
        status.at(field, "message").tooLong(LONGEST_MESSAGE);
      }
      status.at(field, "errorCode").notNegative();
    }
    return errors;
  }

  @Override
  public boolean returnsDeletedObject(String requestVersion) {
    return true;
  }
}
