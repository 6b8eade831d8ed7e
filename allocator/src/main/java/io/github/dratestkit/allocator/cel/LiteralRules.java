package io.github.dratestkit.allocator.cel;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.exceptions.CelRuntimeException;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.common.types.CelType;
import java.util.List;
import java.util.Optional;

/**
 * Checks of literals that go beyond types, since 1.29: durations, timestamps and regular
 * expressions must be well-formed, the elements of a list or map of one type, and the arguments of
 * {@code format} must fit its clauses ({@code cel-go/cel/validator.go}, 0.29).
 */
final class LiteralRules {

  private final CelAbstractSyntaxTree ast;
  private final CompileErrors errors;

  private LiteralRules(CelAbstractSyntaxTree ast) {
    this.ast = ast;
    this.errors = new CompileErrors(ast.getSource());
  }

  /**
   * Returns what is wrong with the literals.
   *
   * @throws CompilerPanicked where upstream panics
   */
  static CompileErrors violations(CelAbstractSyntaxTree ast) {
    LiteralRules rules = new LiteralRules(ast);
    CelNavigableAst.fromAst(ast).getRoot().allNodes().forEach(rules::check);
    return rules.errors;
  }

  private void check(CelNavigableExpr node) {
    switch (node.getKind()) {
      case LIST -> {
        if (!isInsideFormat(node)) {
          checkList(node.expr().list());
        }
      }
      case MAP -> {
        if (!isInsideFormat(node)) {
          checkMap(node.expr().map());
        }
      }
      case CALL -> checkCall(node.expr());
      case CONSTANT, IDENT, SELECT, STRUCT, COMPREHENSION, NOT_SET -> {}
    }
  }

  private void checkCall(CelExpr node) {
    CelExpr.CelCall call = node.call();
    new FormatRule(ast, errors).check(node);
    if (call.args().isEmpty()
        || call.args().get(0).getKind() != CelExpr.ExprKind.Kind.CONSTANT
        || isWellFormed(call.function(), call.args().get(0).constant())) {
      return;
    }
    errors.add(call.args().get(0), "invalid " + call.function() + " argument");
  }

  /** Upstream takes the first argument for the regular expression, also where it is the text. */
  private static boolean isWellFormed(String function, CelConstant argument) {
    try {
      switch (function) {
        case "duration" -> {
          if (argument.getKind() == CelConstant.Kind.STRING_VALUE) {
            Conversions.duration(argument.stringValue());
          }
        }
        case "timestamp" -> {
          if (argument.getKind() == CelConstant.Kind.STRING_VALUE) {
            Conversions.timestamp(argument.stringValue());
          } else if (argument.getKind() == CelConstant.Kind.INT64_VALUE) {
            Conversions.timestamp(argument.int64Value());
          }
        }
        case "matches" -> {
          if (argument.getKind() == CelConstant.Kind.STRING_VALUE) {
            Pattern.compile(argument.stringValue());
          }
        }
        default -> {}
      }
      return true;
    } catch (CelRuntimeException | PatternSyntaxException malformed) {
      return false;
    }
  }

  private static boolean isInsideFormat(CelNavigableExpr node) {
    for (Optional<CelNavigableExpr> parent = node.parent();
        parent.isPresent();
        parent = parent.get().parent()) {
      if (parent.get().getKind() == CelExpr.ExprKind.Kind.CALL
          && parent.get().expr().call().function().equals("format")) {
        return true;
      }
    }
    return false;
  }

  /** Of a list, only the first element that differs is told. */
  private void checkList(CelExpr.CelList list) {
    List<CelExpr> elements = list.elements();
    for (int i = 1; i < elements.size(); i++) {
      CelType first = type(elements.get(0), list.optionalIndices().contains(0));
      CelType type = type(elements.get(i), list.optionalIndices().contains(i));
      if (!TypeNames.areEquivalent(first, type)) {
        addMismatch(elements.get(i), first, type);
        return;
      }
    }
    if (elements.size() == 1) {
      type(elements.get(0), list.optionalIndices().contains(0));
    }
  }

  private void checkMap(CelExpr.CelMap map) {
    CelType keys = null;
    CelType values = null;
    for (CelExpr.CelMap.Entry entry : map.entries()) {
      CelType key = type(entry.key(), false);
      CelType value = type(entry.value(), entry.optionalEntry());
      if (keys == null || values == null) {
        keys = key;
        values = value;
        continue;
      }
      if (!TypeNames.areEquivalent(keys, key)) {
        addMismatch(entry.key(), keys, key);
      }
      if (!TypeNames.areEquivalent(values, value)) {
        addMismatch(entry.value(), values, value);
      }
    }
  }

  private void addMismatch(CelExpr node, CelType expected, CelType found) {
    errors.add(
        node,
        "expected type '" + TypeNames.of(expected) + "' but found '" + TypeNames.of(found) + "'");
  }

  private CelType type(CelExpr node, boolean optional) {
    CelType type = ast.getTypeOrThrow(node.id());
    if (!optional) {
      return type;
    }
    if (type.parameters().isEmpty()) {
      throw new CompilerPanicked("runtime error: index out of range [0] with length 0");
    }
    return type.parameters().get(0);
  }
}
