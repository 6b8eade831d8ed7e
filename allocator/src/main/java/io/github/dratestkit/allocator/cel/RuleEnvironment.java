package io.github.dratestkit.allocator.cel;

import com.google.common.base.Suppliers;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.runtime.CelEvaluationException;
import io.github.dratestkit.allocator.version.FeatureSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

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

  private static final Map<CelLevel, RuleEnvironment> SHARED = new ConcurrentHashMap<>();

  private final CompilationCache<String, Optional<Rule>> rules = new CompilationCache<>();
  private final Supplier<CelEngine> engine;

  private RuleEnvironment(CelLevel level) {
    this.engine = Suppliers.memoize(() -> CelEngine.ofVariables(level, List.of(SELF, OLD_SELF)));
  }

  /** Returns the environment of a Kubernetes version with its gates. */
  public static RuleEnvironment of(FeatureSet features) {
    return SHARED.computeIfAbsent(
        CelLevel.of(features, CelEnvironment.Mode.STORED_EXPRESSIONS), RuleEnvironment::new);
  }

  /** Returns a rule, or nothing if its expression is none. */
  public Optional<Rule> compile(String expression) {
    return rules.get(expression, this::make);
  }

  /** Returns why the parser does not understand an expression, if it does not. */
  public Optional<String> syntaxError(String expression) {
    CelValidationResult parsed = engine.get().compiler().parse(expression);
    return parsed.hasError()
        ? Optional.of(
            "compilation failed: "
                + new CompileErrors(parsed.getSource()).addParsed(parsed.getErrors()))
        : Optional.empty();
  }

  private Optional<Rule> make(String expression) {
    CelEngine current = engine.get();
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
}
