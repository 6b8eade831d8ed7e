package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.allocator.value.MalformedVersionException;
import io.github.dratestkit.allocator.value.SemanticVersion;
import io.github.dratestkit.apiserver.registry.Labels;
import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Immutable;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Candidates for leases: a PUT may make them, and they say of which version they are
 * (pkg/apis/coordination/validation, 1.37).
 */
final class LeaseCandidateStrategy implements Strategy {

  private static final String OLDEST = "OldestEmulationVersion";
  private static final SemanticVersion ZERO = SemanticVersion.parse("0.0.0");
  private static final String NO_VERSION = "must be a valid semantic version";

  @Override
  public NameRule nameRule() {
    return NameRule.DATA_KEY;
  }

  @Override
  public boolean allowsUnconditionalUpdate(String requestVersion) {
    return false;
  }

  @Override
  public boolean allowsCreateOnUpdate() {
    return true;
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field spec = Field.of(object, errors).at("spec");
    spec.at("leaseName").isThere();
    Field emulated = spec.at("emulationVersion");
    Optional<SemanticVersion> emulation = version(emulated);
    if (!emulated.isEmpty() && emulation.isEmpty()) {
      emulated.invalid(NO_VERSION);
    }
    Field built = spec.at("binaryVersion");
    Optional<SemanticVersion> binary = version(built);
    if (built.isThere()) {
      if (binary.isEmpty()) {
        built.invalid(NO_VERSION);
      }
      if (!emulated.isEmpty() && isOlder(binary, emulation)) {
        built.invalid("must be greater than or equal to `emulationVersion`");
      }
    }
    Field strategy = spec.at("strategy");
    if (strategy.isThere()) {
      if (strategy.text().equals(OLDEST) && emulation.orElse(ZERO).compareTo(ZERO) == 0) {
        emulated.required("must be specified when `strategy` is '" + OLDEST + "'");
      }
      checkStrategy(strategy);
    }
    return errors;
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>(validateCreate(object, context));
    Immutable.check(Field.of(object, errors).at("spec"), old.path("spec"), "leaseName");
    return errors;
  }

  private static Optional<SemanticVersion> version(Field field) {
    try {
      return Optional.of(SemanticVersion.parse(field.text()));
    } catch (MalformedVersionException none) {
      return Optional.empty();
    }
  }

  // What cannot be read counts as the oldest of all versions.
  private static boolean isOlder(
      Optional<SemanticVersion> binary, Optional<SemanticVersion> emulation) {
    return binary.orElse(ZERO).compareTo(emulation.orElse(ZERO)) < 0;
  }

  // Upstream names the place twice.
  private static void checkStrategy(Field strategy) {
    Field named = strategy.named("spec.strategy.strategy");
    if (strategy.text().indexOf('/') < 0) {
      named.oneOf(List.of(OLDEST));
    } else {
      Labels.keyProblems(strategy.text()).forEach(named::invalid);
    }
  }
}
