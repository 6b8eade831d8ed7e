package io.github.dratestkit.allocator.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelStandardFunctions.StandardFunction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * The operators that order two values. What is not a number is in no order with any number, which
 * is an error and not a no ({@code cel-go/common/types/double.go}, 0.29).
 */
final class OrderOperators {

  /** The functions of the standard library that this one stands for. */
  static final Set<StandardFunction> REPLACED =
      Set.of(
          StandardFunction.LESS,
          StandardFunction.LESS_EQUALS,
          StandardFunction.GREATER,
          StandardFunction.GREATER_EQUALS);

  private static final Map<String, Class<?>> NUMBERS =
      Map.of("int64", Long.class, "uint64", UnsignedLong.class, "double", Double.class);

  private OrderOperators() {}

  static void addTo(Functions functions) {
    add(functions, "_<_", "less", order -> order < 0);
    add(functions, "_<=_", "less_equals", order -> order <= 0);
    add(functions, "_>_", "greater", order -> order > 0);
    add(functions, "_>=_", "greater_equals", order -> order >= 0);
  }

  private static void add(Functions functions, String operator, String prefix, IntPredicate test) {
    Map<String, Class<?>> types = new LinkedHashMap<>();
    ListLibrary.COMPARABLE.forEach(
        (name, type) -> types.put(overloadName(name), Functions.rawClass(type)));
    List<CelFunctionBinding> bindings = new ArrayList<>();
    types.forEach((name, type) -> bindings.add(binding(prefix + "_" + name, type, type, test)));
    NUMBERS.forEach(
        (left, leftType) ->
            NUMBERS.forEach(
                (right, rightType) -> {
                  if (!left.equals(right)) {
                    String id = prefix + "_" + left + "_" + right;
                    bindings.add(binding(id, leftType, rightType, test));
                  }
                }));
    functions.standard(operator, bindings.toArray(CelFunctionBinding[]::new));
  }

  private static String overloadName(String name) {
    return name.endsWith("int") ? name + "64" : name;
  }

  @SuppressWarnings({"unchecked", "Immutable"}) // No test keeps state.
  private static CelFunctionBinding binding(
      String id, Class<?> left, Class<?> right, IntPredicate test) {
    return CelFunctionBinding.from(
        id,
        (Class<Object>) left,
        (Class<Object>) right,
        (first, second) -> test.test(Values.compare(first, second)));
  }
}
