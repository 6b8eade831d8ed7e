package io.github.dratestkit.apiserver.registry.kinds.storage;

import io.github.dratestkit.apiserver.registry.Labels;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.Immutable;
import io.github.dratestkit.apiserver.registry.kinds.warnings.KindWarnings;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Classes of storage (pkg/apis/storage/validation/validation.go, 1.37). */
final class StorageClassStrategy implements Strategy {

  private static final List<String> RECLAIM = List.of("Delete", "Retain");
  private static final List<String> BINDING = List.of("Immediate", "WaitForFirstConsumer");
  private static final int MOST_PARAMETERS = 512;
  private static final int LONGEST_PARAMETERS = 256 << 10;

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    Absent.textIfAbsent(object, "reclaimPolicy", "Delete");
    Absent.textIfAbsent(object, "volumeBindingMode", "Immediate");
  }

  @Override
  public List<String> warnings(ObjectNode object, WriteContext context) {
    return KindWarnings.storageClass(object);
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field storage = Field.of(object, errors);
    provisioner(storage.at("provisioner"));
    parameters(storage.at("parameters"));
    Field reclaim = storage.at("reclaimPolicy");
    if (!reclaim.isEmpty()) {
      reclaim.oneOf(RECLAIM);
    }
    storage.at("volumeBindingMode").oneOf(BINDING);
    topologies(storage.at("allowedTopologies"));
    return errors;
  }

  /** The name of who provides storage. */
  static void provisioner(Field name) {
    if (name.isThere()) {
      Labels.keyProblems(name.text().toLowerCase(Locale.ROOT)).forEach(name::invalid);
    }
  }

  /** What is told to who provides storage. */
  static void parameters(Field parameters) {
    if (parameters.value().size() > MOST_PARAMETERS) {
      parameters.tooLong(MOST_PARAMETERS);
      return;
    }
    long size = 0;
    for (String key : parameters.keys()) {
      if (key.isEmpty()) {
        parameters.invalid("field can not be empty.");
      }
      size += key.length() + parameters.at(key).text().length();
    }
    if (size > LONGEST_PARAMETERS) {
      parameters.tooLong(LONGEST_PARAMETERS);
    }
  }

  private static void topologies(Field topologies) {
    Set<Map<String, Set<String>>> seen = new HashSet<>();
    for (Field term : topologies.items()) {
      Map<String, Set<String>> values = new HashMap<>();
      for (Field expression : term.at("matchLabelExpressions").items()) {
        Field key = expression.at("key");
        expression.at("values").isThere();
        Set<String> own = new HashSet<>();
        for (Field value : expression.at("values").items()) {
          if (!own.add(value.text())) {
            value.duplicate();
          }
        }
        Formats.qualifiedName(key);
        if (values.put(key.text(), own) != null) {
          key.duplicate();
        }
      }
      // A term without a requirement is as good as the ones that are not there.
      if (values.isEmpty() || !seen.add(values)) {
        term.at("matchLabelExpressions").duplicate();
      }
    }
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = validateCreate(object, context);
    Immutable.check(
        Field.of(object, errors),
        old,
        "parameters",
        "provisioner",
        "reclaimPolicy",
        "volumeBindingMode");
    return errors;
  }

  @Override
  public boolean returnsDeletedObject(String requestVersion) {
    return true;
  }
}
