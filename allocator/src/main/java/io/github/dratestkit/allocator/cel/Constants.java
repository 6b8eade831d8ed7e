package io.github.dratestkit.allocator.cel;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelSource;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelReference;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.common.types.CelKind;
import dev.cel.compiler.CelCompiler;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an expression that upstream evaluates when it makes the program: literals, lists and
 * maps of such parts, and conversions of them ({@code cel-go/interpreter/decorators.go}, 0.29). If
 * that fails, so does the program, which the API server reports as an internal error. While the
 * expression runs they are free.
 */
final class Constants {

  private static final Set<String> CONVERSIONS =
      Set.of(
          "bool",
          "bytes",
          "double",
          "duration",
          "dyn",
          "int",
          "string",
          "timestamp",
          "type",
          TypeFunction.FUNCTION,
          "uint");
  private static final Set<String> SEARCHES = Set.of("find", "findAll", "matches");

  private static final Set<CelKind> SET_MEMBERS =
      Set.of(CelKind.BOOL, CelKind.DOUBLE, CelKind.INT, CelKind.STRING, CelKind.UINT);

  private final CelAbstractSyntaxTree ast;

  Constants(CelAbstractSyntaxTree ast) {
    this.ast = ast;
  }

  /** Says whether upstream knows the value before it runs. */
  boolean isConstant(CelExpr node) {
    return switch (node.getKind()) {
      case CONSTANT -> true;
      case IDENT ->
          ast.getType(node.id()).map(type -> type.kind() == CelKind.TYPE).orElse(false)
              && ast.getReference(node.id()).isPresent();
      case LIST ->
          node.list().optionalIndices().isEmpty()
              && node.list().elements().stream().allMatch(this::isConstant);
      case MAP ->
          node.map().entries().stream()
              .allMatch(entry -> isConstant(entry.key()) && isConstant(entry.value()));
      case CALL ->
          isConversion(node.call()) || (isListMembership(node) && elements(node).isEmpty());
      case SELECT, STRUCT, COMPREHENSION, NOT_SET -> false;
    };
  }

  private boolean isConversion(CelExpr.CelCall call) {
    return CONVERSIONS.contains(call.function())
        && call.target().isEmpty()
        && call.args().size() == 1
        && isConstant(call.args().get(0));
  }

  private boolean isListMembership(CelExpr node) {
    return node.call().function().equals("@in")
        && ast.getReference(node.id())
            .map(CelReference::overloadIds)
            .map(ids -> ids.equals(List.of("in_list")))
            .orElse(false)
        && list(node.call().args().get(1)).isPresent();
  }

  /** Returns the constant list behind conversions to a type that shows later. */
  private Optional<CelExpr> list(CelExpr node) {
    if (node.getKind() == CelExpr.ExprKind.Kind.CALL && node.call().function().equals("dyn")) {
      return list(node.call().args().get(0));
    }
    return node.getKind() == CelExpr.ExprKind.Kind.LIST && isConstant(node)
        ? Optional.of(node)
        : Optional.empty();
  }

  private List<CelExpr> elements(CelExpr membership) {
    return list(membership.call().args().get(1)).orElseThrow().list().elements();
  }

  /** Says whether upstream looks up a value in a prepared set, which is free. */
  boolean isSetMembership(CelExpr node) {
    return isListMembership(node) && elements(node).stream().allMatch(this::isSetMember);
  }

  private boolean isSetMember(CelExpr element) {
    if (element.getKind() == CelExpr.ExprKind.Kind.CALL
        && element.call().function().equals("dyn")) {
      return isSetMember(element.call().args().get(0));
    }
    return ast.getType(element.id()).map(type -> SET_MEMBERS.contains(type.kind())).orElse(false);
  }

  /** Returns what fails when upstream makes the program, or null. */
  @Nullable String failure(CelCompiler compiler, CelRuntime runtime) {
    return CelNavigableAst.fromAst(ast)
        .getRoot()
        .allNodes()
        .filter(node -> node.getKind() == CelExpr.ExprKind.Kind.CALL)
        .map(CelNavigableExpr::expr)
        .map(node -> failure(node, compiler, runtime))
        .flatMap(Optional::stream)
        .findFirst()
        .orElse(null);
  }

  private Optional<String> failure(CelExpr node, CelCompiler compiler, CelRuntime runtime) {
    CelExpr.CelCall call = node.call();
    if (isConversion(call) && !holdsMembership(node)) {
      return conversionFailure(node, compiler, runtime);
    }
    if (!SEARCHES.contains(call.function()) || call.args().isEmpty()) {
      return Optional.empty();
    }
    // The text to search in is the receiver, or the first argument.
    return regex(call.args().get(call.target().isPresent() ? 0 : call.args().size() - 1))
        .flatMap(Constants::regexFailure);
  }

  /** A value in no list at all is a constant, but cannot be evaluated on its own. */
  private static boolean holdsMembership(CelExpr node) {
    return CelNavigableExpr.fromExpr(node)
        .allNodes()
        .map(CelNavigableExpr::expr)
        .anyMatch(
            part ->
                part.getKind() == CelExpr.ExprKind.Kind.CALL
                    && part.call().function().equals("@in"));
  }

  private static Optional<String> regex(CelExpr argument) {
    return argument.getKind() == CelExpr.ExprKind.Kind.CONSTANT
            && argument.constant().getKind() == CelConstant.Kind.STRING_VALUE
        ? Optional.of(argument.constant().stringValue())
        : Optional.empty();
  }

  private static Optional<String> regexFailure(String regex) {
    try {
      Pattern.compile(regex);
      return Optional.empty();
    } catch (PatternSyntaxException malformed) {
      return Optional.of(String.valueOf(malformed.getMessage()));
    }
  }

  private static Optional<String> conversionFailure(
      CelExpr node, CelCompiler compiler, CelRuntime runtime) {
    try {
      CelAbstractSyntaxTree parsed =
          CelAbstractSyntaxTree.newParsedAst(node, CelSource.newBuilder().build());
      runtime.createProgram(compiler.check(parsed).getAst()).eval();
      return Optional.empty();
    } catch (CelEvaluationException | CelValidationException failure) {
      @Nullable Throwable cause = failure.getCause();
      return Optional.of(String.valueOf((cause == null ? failure : cause).getMessage()));
    }
  }
}
