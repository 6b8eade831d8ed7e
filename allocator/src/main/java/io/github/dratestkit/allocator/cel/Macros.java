package io.github.dratestkit.allocator.cel;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.Immutable;
import dev.cel.common.CelIssue;
import dev.cel.common.ast.CelExpr;
import dev.cel.compiler.CelCompilerLibrary;
import dev.cel.extensions.CelComprehensionsExtensions;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelMacroExprFactory;
import dev.cel.parser.CelParserBuilder;
import dev.cel.parser.CelStandardMacro;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The macros of the language. The engine's own ones do the work; what they may not be given is
 * refused before, at upstream's place and in its words ({@code cel-go/parser/macro.go}, {@code
 * ext/comprehensions.go} and {@code cel/library.go}, 0.29).
 */
final class Macros {

  private static final Set<String> ACCUMULATORS = Set.of("__result__", "@result");
  private static final String OVERWRITES = "iteration variable overwrites accumulator variable";
  private static final String UNUSED = "#unused";

  /** Refuses the arguments of a macro, with the one that is wrong and why. */
  @Immutable
  @FunctionalInterface
  private interface Rule {
    Optional<Refusal> refusal(List<CelExpr> arguments);
  }

  private record Refusal(CelExpr argument, String message) {}

  /** To be added last, so that these macros replace those of the engine's libraries. */
  static final CelCompilerLibrary LIBRARY = library(all());

  private Macros() {}

  /** Returns a library of nothing but macros. */
  static CelCompilerLibrary library(List<CelMacro> macros) {
    return new CelCompilerLibrary() {
      @Override
      public void setParserOptions(CelParserBuilder builder) {
        builder.addMacros(macros);
      }
    };
  }

  private static List<CelMacro> all() {
    List<CelMacro> macros = new ArrayList<>();
    for (CelStandardMacro macro : CelStandardMacro.STANDARD_MACROS) {
      macros.add(guarded(macro.getDefinition()));
    }
    Stream.of(CelExtensions.comprehensions())
        .map(CelComprehensionsExtensions::macros)
        .flatMap(Set::stream)
        .map(Macros::guarded)
        .forEach(macros::add);
    macros.add(CelMacro.newReceiverMacro("optMap", 2, Macros::optMap));
    macros.add(CelMacro.newReceiverMacro("optFlatMap", 2, Macros::optFlatMap));
    return macros;
  }

  private static CelMacro guarded(CelMacro macro) {
    Rule rule = rule(macro);
    int count = macro.getArgumentCount();
    return macro.isReceiverStyle()
        ? CelMacro.newReceiverMacro(
            macro.getFunction(),
            count,
            (factory, target, arguments) ->
                refused(factory, rule.refusal(arguments))
                    .or(() -> macro.getExpander().expandMacro(factory, target, arguments)))
        : CelMacro.newGlobalMacro(
            macro.getFunction(),
            count,
            (factory, target, arguments) ->
                refused(factory, rule.refusal(arguments))
                    .or(() -> macro.getExpander().expandMacro(factory, target, arguments)));
  }

  private static Optional<CelExpr> refused(CelMacroExprFactory factory, Optional<Refusal> refusal) {
    return refusal.map(
        why ->
            factory.reportError(
                CelIssue.formatError(factory.getSourceLocation(why.argument()), why.message())));
  }

  private static Rule rule(CelMacro macro) {
    return switch (macro.getFunction()) {
      case "has" -> Macros::field;
      case "map", "filter" ->
          arguments -> variable(arguments.get(0), "argument is not an identifier");
      case "transformList", "transformMap", "transformMapEntry" -> Macros::twoVariables;
      default ->
          macro.getArgumentCount() == 3
              ? Macros::twoVariables
              : arguments -> variable(arguments.get(0), "argument must be a simple name");
    };
  }

  private static Optional<Refusal> field(List<CelExpr> arguments) {
    return arguments.get(0).getKind() == CelExpr.ExprKind.Kind.SELECT
        ? Optional.empty()
        : Optional.of(new Refusal(arguments.get(0), "invalid argument to has() macro"));
  }

  private static Optional<Refusal> variable(CelExpr argument, String otherwise) {
    return name(argument, otherwise).or(() -> accumulator(argument));
  }

  private static Optional<Refusal> name(CelExpr argument, String otherwise) {
    return argument.getKind() == CelExpr.ExprKind.Kind.IDENT
        ? Optional.empty()
        : Optional.of(new Refusal(argument, otherwise));
  }

  private static Optional<Refusal> accumulator(CelExpr argument) {
    return ACCUMULATORS.contains(argument.ident().name())
        ? Optional.of(new Refusal(argument, OVERWRITES))
        : Optional.empty();
  }

  private static Optional<Refusal> twoVariables(List<CelExpr> arguments) {
    CelExpr first = arguments.get(0);
    CelExpr second = arguments.get(1);
    String otherwise = "argument must be a simple name";
    return name(first, otherwise)
        .or(() -> name(second, otherwise))
        .or(() -> duplicate(first, second))
        .or(() -> accumulator(first))
        .or(() -> accumulator(second));
  }

  private static Optional<Refusal> duplicate(CelExpr first, CelExpr second) {
    String name = second.ident().name();
    return first.ident().name().equals(name)
        ? Optional.of(new Refusal(second, "duplicate variable name: " + name))
        : Optional.empty();
  }

  /** Refuses what sortBy cannot sort. */
  static Optional<CelExpr> refusedSortBy(
      CelMacroExprFactory factory, CelExpr target, CelExpr variable) {
    String sortable =
        "sortBy can only be applied to a list, identifier, comprehension, call or select expression";
    Optional<Refusal> refusal =
        switch (target.getKind()) {
          case LIST, SELECT, IDENT, COMPREHENSION, CALL ->
              variable(variable, "argument is not an identifier");
          case CONSTANT, STRUCT, MAP, NOT_SET -> Optional.of(new Refusal(target, sortable));
        };
    return refused(factory, refusal);
  }

  private static Optional<CelExpr> optMap(
      CelMacroExprFactory factory, CelExpr target, ImmutableList<CelExpr> arguments) {
    CelExpr variable = arguments.get(0);
    return refused(factory, name(variable, "optMap() variable name must be a simple identifier"))
        .or(
            () ->
                Optional.of(
                    ifPresent(
                        factory,
                        target,
                        factory.newGlobalCall(
                            "optional.of", bound(factory, target, variable, arguments.get(1))))));
  }

  private static Optional<CelExpr> optFlatMap(
      CelMacroExprFactory factory, CelExpr target, ImmutableList<CelExpr> arguments) {
    CelExpr variable = arguments.get(0);
    return refused(
            factory, name(variable, "optFlatMap() variable name must be a simple identifier"))
        .or(
            () ->
                Optional.of(
                    ifPresent(
                        factory, target, bound(factory, target, variable, arguments.get(1)))));
  }

  private static CelExpr ifPresent(CelMacroExprFactory factory, CelExpr target, CelExpr mapped) {
    return factory.newGlobalCall(
        "_?_:_",
        factory.newReceiverCall("hasValue", target),
        mapped,
        factory.newGlobalCall("optional.none"));
  }

  /** The value of the target, under the name of the variable. */
  private static CelExpr bound(
      CelMacroExprFactory factory, CelExpr target, CelExpr variable, CelExpr mapped) {
    String name = variable.ident().name();
    return factory.fold(
        UNUSED,
        factory.newList(),
        name,
        factory.newReceiverCall("value", factory.copy(target)),
        factory.newBoolLiteral(false),
        factory.newIdentifier(name),
        mapped);
  }
}
