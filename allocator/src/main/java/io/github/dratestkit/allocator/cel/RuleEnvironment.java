package io.github.dratestkit.allocator.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.runtime.CelEvaluationException;
import io.github.dratestkit.allocator.version.FeatureSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The language of the rules that schemas of custom resources have ({@code
 * x-kubernetes-validations}), as one Kubernetes version knows it. Types show at run time only: what
 * a rule says of a value is as true, but a rule that can never be right is not told before it runs.
 *
 * <p>Source: {@code k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel}, 1.37.
 */
public final class RuleEnvironment {

  static final String SELF = "self";
  static final String OLD_SELF = "oldSelf";

  private static final int MOST = 10_000;
  private static final Map<CelLevel, RuleEnvironment> SHARED = new ConcurrentHashMap<>();

  private final CelLevel level;
  private final Map<String, Optional<Rule>> rules = new ConcurrentHashMap<>();
  private volatile @Nullable CelEngine engine;

  private RuleEnvironment(CelLevel level) {
    this.level = level;
  }

  /** Returns the environment of a Kubernetes version with its gates. */
  public static RuleEnvironment of(FeatureSet features) {
    return SHARED.computeIfAbsent(
        CelLevel.of(features, CelEnvironment.Mode.STORED_EXPRESSIONS), RuleEnvironment::new);
  }

  /** Returns a rule, or nothing if its expression is none. */
  public Optional<Rule> compile(String expression) {
    if (rules.size() > MOST) {
      rules.clear();
    }
    Optional<Rule> known = rules.get(expression);
    if (known != null) {
      return known;
    }
    Optional<Rule> made = make(expression);
    rules.put(expression, made);
    return made;
  }

  /** Returns why the parser does not understand an expression, if it does not. */
  public Optional<String> syntaxError(String expression) {
    CelValidationResult parsed = engine().compiler().parse(expression);
    return parsed.hasError()
        ? Optional.of(
            "compilation failed: "
                + new CompileErrors(parsed.getSource()).addParsed(parsed.getErrors()))
        : Optional.empty();
  }

  private Optional<Rule> make(String expression) {
    CelEngine current = engine();
    CelValidationResult parsed = current.compiler().parse(expression);
    if (parsed.hasError()) {
      return Optional.empty();
    }
    try {
      CelValidationResult checked = current.compiler().check(parsed.getAst());
      if (checked.hasError()) {
        return Optional.empty();
      }
      CelAbstractSyntaxTree run = PresenceTests.rewrite(checked.getAst(), current.compiler());
      return Optional.of(new Rule(expression, current.runtime().createProgram(run)));
    } catch (CelValidationException | CelEvaluationException | CompilerPanicked failure) {
      return Optional.empty();
    }
  }

  private CelEngine engine() {
    CelEngine current = engine;
    if (current != null) {
      return current;
    }
    synchronized (this) {
      CelEngine made =
          engine == null ? CelEngine.ofVariables(level, List.of(SELF, OLD_SELF)) : engine;
      engine = made;
      return made;
    }
  }
}
