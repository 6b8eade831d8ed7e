package io.github.dratestkit.allocator.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.NullableType;
import dev.cel.common.types.SimpleType;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Names of types in expressions. Upstream's type checker knows some more than its run time, where
 * they fail the making of the program; {@code dyn} is a function only.
 */
final class TypeIdentifiers {

  /** Types with a name that only the type checker knows. */
  static final Map<String, CelType> CHECKED_ONLY =
      Map.ofEntries(
          Map.entry("duration", SimpleType.DURATION),
          Map.entry("timestamp", SimpleType.TIMESTAMP),
          Map.entry("google.protobuf.Any", SimpleType.ANY),
          Map.entry("google.protobuf.Value", SimpleType.DYN),
          Map.entry("google.protobuf.Struct", MapType.create(SimpleType.STRING, SimpleType.DYN)),
          Map.entry("google.protobuf.ListValue", ListType.create(SimpleType.DYN)),
          Map.entry("google.protobuf.BoolValue", NullableType.create(SimpleType.BOOL)),
          Map.entry("google.protobuf.BytesValue", NullableType.create(SimpleType.BYTES)),
          Map.entry("google.protobuf.DoubleValue", NullableType.create(SimpleType.DOUBLE)),
          Map.entry("google.protobuf.FloatValue", NullableType.create(SimpleType.DOUBLE)),
          Map.entry("google.protobuf.Int32Value", NullableType.create(SimpleType.INT)),
          Map.entry("google.protobuf.Int64Value", NullableType.create(SimpleType.INT)),
          Map.entry("google.protobuf.StringValue", NullableType.create(SimpleType.STRING)),
          Map.entry("google.protobuf.UInt32Value", NullableType.create(SimpleType.UINT)),
          Map.entry("google.protobuf.UInt64Value", NullableType.create(SimpleType.UINT)));

  private TypeIdentifiers() {}

  private static Stream<CelExpr> identifiers(CelAbstractSyntaxTree ast) {
    return CelNavigableAst.fromAst(ast)
        .getRoot()
        .allNodes()
        .map(CelNavigableExpr::expr)
        .filter(node -> node.getKind() == CelExpr.ExprKind.Kind.IDENT)
        .filter(
            node -> ast.getType(node.id()).map(type -> type.kind() == CelKind.TYPE).orElse(false));
  }

  /** Adds the names that are no types to the errors. */
  static void check(CelAbstractSyntaxTree ast, CompileErrors errors) {
    identifiers(ast)
        .filter(node -> node.ident().name().equals("dyn"))
        .forEach(node -> errors.add(node, "undeclared reference to 'dyn' (in container '')"));
  }

  /** Returns a type that the run time does not know, if the expression names one. */
  static Optional<String> undefined(CelAbstractSyntaxTree ast) {
    return identifiers(ast)
        .map(node -> node.ident().name())
        .map(name -> name.startsWith(".") ? name.substring(1) : name)
        .filter(name -> CHECKED_ONLY.containsKey(name) || name.equals(CelTypes.DEVICE_NAME))
        .findFirst();
  }
}
