package io.github.dratestkit.allocator.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.exceptions.CelAttributeNotFoundException;
import dev.cel.common.exceptions.CelIndexOutOfBoundsException;
import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelStandardFunctions.StandardFunction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The index operator. A value that has no elements has no such key either, a list cannot be asked
 * for a text, and only plain values are keys ({@code cel-go/interpreter/attributes.go}, 0.29).
 */
final class IndexOperators {

  /** The function of the standard library that this one stands for. */
  static final StandardFunction REPLACED = StandardFunction.INDEX;

  /** How the message begins of asking a list for what is no index. */
  static final String UNSUPPORTED = "unsupported index type";

  private IndexOperators() {}

  static void addTo(Functions functions) {
    functions.standard(
        "_[_]",
        CelFunctionBinding.from("index_list", Object.class, Object.class, IndexOperators::get),
        CelFunctionBinding.from("index_map", Object.class, Object.class, IndexOperators::get),
        CelFunctionBinding.from(
            "optional_list_index_int", Object.class, Object.class, IndexOperators::get),
        CelFunctionBinding.from(
            "optional_map_index_value", Object.class, Object.class, IndexOperators::get));
    functions.standard(
        "_[?_]",
        CelFunctionBinding.from(
            "list_optindex_optional_int", Object.class, Object.class, IndexOperators::find),
        CelFunctionBinding.from(
            "optional_list_optindex_optional_int",
            Object.class,
            Object.class,
            IndexOperators::find),
        CelFunctionBinding.from(
            "map_optindex_optional_value", Object.class, Object.class, IndexOperators::find),
        CelFunctionBinding.from(
            "optional_map_optindex_optional_value",
            Object.class,
            Object.class,
            IndexOperators::find));
  }

  private static Object get(Object container, Object index) {
    if (container instanceof Optional<?>) {
      return find(container, index);
    }
    Optional<Object> found = lookUp(container, index);
    if (found.isEmpty() && container instanceof Collection<?> && index instanceof Number number) {
      throw new CelIndexOutOfBoundsException(number);
    }
    return found.orElseThrow(() -> CelAttributeNotFoundException.of("no such key: " + index));
  }

  private static Object find(Object container, Object index) {
    if (container instanceof Optional<?> optional) {
      return optional.isEmpty() ? Optional.empty() : lookUp(optional.get(), index);
    }
    return lookUp(container, index);
  }

  private static Optional<Object> lookUp(Object container, Object index) {
    boolean plain = index instanceof String || index instanceof Number || index instanceof Boolean;
    if (!plain) {
      throw new CelInvalidArgumentException("invalid qualifier type: " + index.getClass());
    }
    if (container instanceof Map<?, ?> map) {
      return Values.find(map, index);
    }
    return container instanceof Collection<?> list ? element(list, index) : Optional.empty();
  }

  private static Optional<Object> element(Collection<?> list, Object index) {
    if (!(index instanceof Number number)) {
      throw new CelInvalidArgumentException(
          UNSUPPORTED + " '" + TypeFunction.typeOf(index).name() + "' in list");
    }
    if (number instanceof Double real && real != Math.rint(real)) {
      throw new CelInvalidArgumentException(UNSUPPORTED + " '" + index + "' in list");
    }
    boolean large = number instanceof UnsignedLong && number.longValue() < 0;
    long position = number.longValue();
    if (large || position < 0 || position >= list.size()) {
      return Optional.empty();
    }
    List<?> elements = list instanceof List<?> direct ? direct : new ArrayList<>(list);
    return Optional.of(elements.get((int) position));
  }
}
