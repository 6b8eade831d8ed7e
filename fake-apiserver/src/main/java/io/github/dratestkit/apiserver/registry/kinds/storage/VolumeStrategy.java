package io.github.dratestkit.apiserver.registry.kinds.storage;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.warnings.KindWarnings;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Volumes of the cluster, whose source never changes. */
final class VolumeStrategy implements Strategy {

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    ObjectNode spec = Absent.object(object, "spec");
    Absent.text(spec, "persistentVolumeReclaimPolicy", "Retain");
    Absent.textIfAbsent(spec, "volumeMode", "Filesystem");
    VolumeSourceDefaults.ofCluster(spec);
  }

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    object
        .putObject("status")
        .put("phase", "Pending")
        .put("lastPhaseTransitionTime", context.now().toString());
  }

  // The time of the last change of the phase is the server's to keep.
  @Override
  public void prepareForStatusUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    String time = "lastPhaseTransitionTime";
    ObjectNode status = Absent.object(object, "status");
    Absent.text(status, "phase", "Pending");
    boolean same = status.path("phase").equals(old.path("status").path("phase"));
    if (!same && (!status.has(time) || status.path(time).equals(old.path("status").path(time)))) {
      status.put(time, context.now().toString());
    } else if (same && !status.has(time) && old.path("status").has(time)) {
      status.set(time, old.path("status").path(time));
    }
  }

  @Override
  public List<String> warnings(ObjectNode object, WriteContext context) {
    return KindWarnings.volume(object);
  }

  @Override
  public boolean keepsMetadataOnStatusUpdate() {
    return false;
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    VolumeValidation.check(Field.of(object, errors));
    return errors;
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = validateCreate(object, context);
    VolumeValidation.checkUpdate(
        Field.of(object, errors), Field.of(old, errors), context.features());
    return errors;
  }

  @Override
  public boolean returnsDeletedObject(String requestVersion) {
    return true;
  }
}
