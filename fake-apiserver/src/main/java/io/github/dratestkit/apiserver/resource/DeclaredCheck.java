package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.resource.Declared.Value;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * Asks the declared rules of a kind about an object in the version of the request, and joins their
 * findings with those of the written rules.
 */
final class DeclaredCheck {

  private static final String GATE = "DeclarativeValidationBeta";

  private final FeatureSet features;
  private final Declared rules;
  private final Declared rulesOfFirstBeta;
  private final Consumer<ObjectNode> toFirstBeta;

  private DeclaredCheck(
      FeatureSet features,
      Declared rules,
      Declared rulesOfFirstBeta,
      Consumer<ObjectNode> toFirstBeta) {
    this.features = features;
    this.rules = rules;
    this.rulesOfFirstBeta = rulesOfFirstBeta;
    this.toFirstBeta = toFirstBeta;
  }

  /** Returns the check of a kind whose fields are the same in every version. */
  static DeclaredCheck of(FeatureSet features, Declared rules) {
    return new DeclaredCheck(features, rules, rules, object -> {});
  }

  /** Returns this check for a kind that has other fields in v1beta1. */
  DeclaredCheck withFirstBeta(Declared otherRules, Consumer<ObjectNode> conversion) {
    return new DeclaredCheck(features, rules, otherRules, conversion);
  }

  /** Returns everything that is wrong with a new object. */
  List<FieldError> created(ObjectNode object, String version, Findings written) {
    Findings declared = Findings.none();
    rules(version).check(Value.created(in(version, object), ""), declared);
    return Verdict.of(written, declared, features.enabled(GATE));
  }

  /** Returns everything that is wrong with a change. */
  List<FieldError> updated(ObjectNode object, ObjectNode old, String version, Findings written) {
    Findings declared = Findings.none();
    rules(version).check(Value.updated(in(version, object), in(version, old), ""), declared);
    return Verdict.of(written, declared, features.enabled(GATE));
  }

  private Declared rules(String version) {
    return version.equals(FirstBeta.VERSION) ? rulesOfFirstBeta : rules;
  }

  private ObjectNode in(String version, ObjectNode object) {
    if (!version.equals(FirstBeta.VERSION)) {
      return object;
    }
    ObjectNode converted = object.deepCopy();
    toFirstBeta.accept(converted);
    return converted;
  }
}
