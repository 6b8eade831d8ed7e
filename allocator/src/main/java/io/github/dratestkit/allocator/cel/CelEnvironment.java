package io.github.dratestkit.allocator.cel;

import com.google.common.base.Suppliers;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.CelType;
import dev.cel.runtime.CelEvaluationException;
import io.github.dratestkit.allocator.cel.Compilation.Reason;
import io.github.dratestkit.allocator.version.FeatureSet;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The language in which selectors and derived attributes are written, as one Kubernetes version
 * with its gates knows it. Environments are made when they are first needed and then shared; they
 * remember what they compiled lately.
 *
 * <p>Source: {@code k8s.io/dynamic-resource-allocation/cel} and {@code k8s.io/apiserver/pkg/cel},
 * 1.37.
 */
public final class CelEnvironment {

  /** The most that one evaluation may cost, and that a new expression may be estimated to cost. */
  public static final long MAXIMUM_COST = 1_000_000;

  /** Whose expressions are compiled. */
  public enum Mode {
    /**
     * What a client creates: only what the gates allow and what the minimum compatibility version
     * already knew.
     */
    NEW_EXPRESSIONS,
    /** What the server stored once: everything that the version knows, whatever the gates. */
    STORED_EXPRESSIONS
  }

  private enum Purpose {
    SELECTOR,
    DERIVED_ATTRIBUTE
  }

  private record Key(Purpose purpose, String text) {}

  private static final Map<CelLevel, CelEnvironment> SHARED = new ConcurrentHashMap<>();

  private final CelLevel level;
  private final CompilationCache<Key, Compilation> cache = new CompilationCache<>();
  private final Supplier<CelEngine> engine;

  private CelEnvironment(CelLevel level) {
    this.level = level;
    this.engine = Suppliers.memoize(() -> new CelEngine(level));
  }

  /** Returns the environment of a Kubernetes version with its gates. */
  public static CelEnvironment of(FeatureSet features, Mode mode) {
    return SHARED.computeIfAbsent(CelLevel.of(features, mode), CelEnvironment::new);
  }

  /**
   * Compiles a device selector. Its result must be a bool, or an attribute's value as it is, whose
   * type shows at run time only.
   */
  public Compilation compileSelector(String expression) {
    return cache.get(new Key(Purpose.SELECTOR, expression), this::compile);
  }

  /**
   * Compiles a derived attribute (KEP-6080). Its result must be a bool, an int, a string, a version
   * or an attribute's value, or a list of those where list attributes are on.
   */
  public Compilation compileDerivedAttribute(String expression) {
    return cache.get(new Key(Purpose.DERIVED_ATTRIBUTE, expression), this::compile);
  }

  private Compilation compile(Key key) {
    CelEngine current = engine.get();
    CelValidationResult parsed = current.compiler().parse(key.text());
    if (parsed.hasError()) {
      CompileErrors errors = new CompileErrors(parsed.getSource()).addParsed(parsed.getErrors());
      return rejected(key, errors);
    }
    try {
      CelAbstractSyntaxTree ast = parsed.getAst();
      CelValidationResult checked = current.compiler().check(ast);
      if (checked.hasError()) {
        return rejected(
            key, new CompileErrors(ast.getSource()).addChecked(checked.getErrors(), ast));
      }
      return finish(current, key, checked.getAst());
    } catch (CelValidationException | CompilerPanicked failure) {
      return new Compilation.Rejected(Reason.INTERNAL, String.valueOf(failure.getMessage()));
    }
  }

  private static Compilation.Rejected rejected(Key key, CompileErrors errors) {
    // Upstream has no place in an empty source.
    String text = key.text().isEmpty() ? errors.withoutPlace() : errors.toString();
    return new Compilation.Rejected(
        SyntaxMessages.isSyntax(text) ? Reason.SYNTAX : Reason.TYPE, "compilation failed: " + text);
  }

  private Compilation finish(CelEngine current, Key key, CelAbstractSyntaxTree ast) {
    CompileErrors literals = LiteralRules.violations(ast);
    TypeIdentifiers.check(ast, literals);
    if (!literals.isEmpty()) {
      return rejected(key, literals);
    }
    CelType type = ast.getResultType();
    String wrongType =
        switch (key.purpose()) {
          case SELECTOR -> ResultTypes.selectorError(type, current.types());
          case DERIVED_ATTRIBUTE -> ResultTypes.derivedAttributeError(type, level);
        };
    if (wrongType != null) {
      return new Compilation.Rejected(Reason.RESULT_TYPE, wrongType);
    }
    Optional<String> undefined = TypeIdentifiers.undefined(ast);
    if (undefined.isPresent()) {
      return new Compilation.Rejected(
          Reason.INTERNAL,
          "program instantiation failed: reference to undefined type: " + undefined.get());
    }
    String constantFailure = new Constants(ast).failure(current.compiler(), current.runtime());
    if (constantFailure != null) {
      return new Compilation.Rejected(
          Reason.INTERNAL, "program instantiation failed: " + constantFailure);
    }
    try {
      CelAbstractSyntaxTree run = PresenceTests.rewrite(ast, current.compiler());
      CelExpression expression =
          new CelExpression(key.text(), current.runtime().createProgram(run), RuntimeCosts.of(run));
      return new Compilation.Compiled(expression, CostEstimate.of(ast), ResultTypes.of(type));
    } catch (CelEvaluationException | CelValidationException failure) {
      return new Compilation.Rejected(
          Reason.INTERNAL, "program instantiation failed: " + failure.getMessage());
    }
  }
}
