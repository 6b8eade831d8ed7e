package io.github.dratestkit.allocator.cel;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelSource;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.compiler.CelCompiler;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What upstream evaluates when it makes a program: conversions of literals and the regular
 * expressions of {@code find}. If that fails, so does the program, which the API server reports as
 * an internal error.
 */
final class ConstantFolding {

  private static final Set<String> CONVERSIONS =
      Set.of("bool", "bytes", "double", "int", "string", "uint");
  private static final Set<String> SEARCHES = Set.of("find", "findAll");

  private ConstantFolding() {}

  /** Returns what fails, or null. */
  static @Nullable String failure(
      CelAbstractSyntaxTree ast, CelCompiler compiler, CelRuntime runtime) {
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

  private static Optional<String> failure(CelExpr node, CelCompiler compiler, CelRuntime runtime) {
    CelExpr.CelCall call = node.call();
    List<CelExpr> arguments = call.args();
    if (arguments.isEmpty() || arguments.get(0).getKind() != CelExpr.ExprKind.Kind.CONSTANT) {
      return Optional.empty();
    }
    if (CONVERSIONS.contains(call.function()) && call.target().isEmpty()) {
      return conversionFailure(node, compiler, runtime);
    }
    return SEARCHES.contains(call.function())
            && arguments.get(0).constant().getKind() == CelConstant.Kind.STRING_VALUE
        ? regexFailure(arguments.get(0).constant().stringValue())
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
      return Optional.of(String.valueOf(failure.getMessage()));
    }
  }
}
