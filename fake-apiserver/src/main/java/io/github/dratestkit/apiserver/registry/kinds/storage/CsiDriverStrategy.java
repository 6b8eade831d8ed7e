package io.github.dratestkit.apiserver.registry.kinds.storage;

import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.CountedChanges;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Immutable;
import io.github.dratestkit.apiserver.registry.kinds.warnings.KindWarnings;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Storage drivers (pkg/apis/storage/validation/validation.go, 1.37). */
final class CsiDriverStrategy implements CountedChanges {

  private static final List<String> GROUP_POLICIES =
      List.of("File", "None", "ReadWriteOnceWithFSType");
  private static final List<String> LIFECYCLES = List.of("Persistent", "Ephemeral");
  private static final long SHORTEST_TOKEN = 600;
  private static final long LONGEST_TOKEN = 1L << 32;
  private static final long SHORTEST_PERIOD = 10;

  @Override
  public boolean allowsUnconditionalUpdate(String requestVersion) {
    return false;
  }

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    ObjectNode spec = Absent.object(object, "spec");
    Absent.flag(spec, "attachRequired", true);
    Absent.flag(spec, "podInfoOnMount", false);
    Absent.flag(spec, "storageCapacity", false);
    Absent.flag(spec, "requiresRepublish", false);
    Absent.flag(spec, "seLinuxMount", false);
    Absent.flag(spec, "preventPodSchedulingIfMissing", false);
    Absent.textIfAbsent(spec, "fsGroupPolicy", "ReadWriteOnceWithFSType");
    if (spec.path("volumeLifecycleModes").isEmpty()) {
      spec.putArray("volumeLifecycleModes").add("Persistent");
    }
  }

  @Override
  public boolean changes(ObjectNode object, ObjectNode old) {
    return !object.path("spec").equals(old.path("spec"));
  }

  // The first change is the first generation.
  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {}

  @Override
  public List<String> warnings(ObjectNode object, WriteContext context) {
    return KindWarnings.driver(object);
  }

  @Override
  public List<String> warningsOfChange(ObjectNode object, ObjectNode old, WriteContext context) {
    boolean same =
        object.path("spec").path("tokenRequests").equals(old.path("spec").path("tokenRequests"));
    return same ? List.of() : warnings(object, context);
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field spec = Field.of(object, errors).at("spec");
    spec.at("fsGroupPolicy").oneOfIfSet(GROUP_POLICIES);
    tokens(spec.at("tokenRequests"));
    for (String mode : spec.at("volumeLifecycleModes").texts()) {
      if (!LIFECYCLES.contains(mode)) {
        spec.at("volumeLifecycleModes").notSupported(LIFECYCLES);
      }
    }
    Field period = spec.at("nodeAllocatableUpdatePeriodSeconds");
    if (period.isSet() && period.number() < SHORTEST_PERIOD) {
      period.invalid("must be greater than or equal to 10 seconds");
    }
    Field secrets = spec.at("serviceAccountTokenInSecrets");
    if (secrets.isSet() && spec.at("tokenRequests").isEmpty()) {
      secrets.invalid("is set but no tokenRequests are specified");
    }
    return errors;
  }

  private static void tokens(Field requests) {
    Set<String> audiences = new HashSet<>();
    for (Field request : requests.items()) {
      if (!audiences.add(request.at("audience").text())) {
        request.at("audience").duplicate();
        continue;
      }
      Field seconds = request.at("expirationSeconds");
      boolean fits = seconds.number() >= SHORTEST_TOKEN && seconds.number() <= LONGEST_TOKEN;
      if (seconds.isSet() && !fits) {
        seconds.invalid("must be between 10 minutes and 2^32 seconds");
      }
    }
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = validateCreate(object, context);
    Field spec = Field.of(object, errors).at("spec");
    if (!spec.at("attachRequired").value().equals(old.at("/spec/attachRequired"))) {
      spec.at("attachRequired").named("spec.attachedRequired").invalid("field is immutable");
    }
    Immutable.check(spec, old.path("spec"), "volumeLifecycleModes");
    return errors;
  }

  @Override
  public boolean returnsDeletedObject(String requestVersion) {
    return true;
  }
}
