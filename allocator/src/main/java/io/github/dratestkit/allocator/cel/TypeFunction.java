package io.github.dratestkit.allocator.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeType;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.allocator.value.SemanticVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The type of a value. A device is a map, as upstream makes it one while it runs. */
final class TypeFunction {

  /** Stands for {@code type} while an expression runs; no expression can say this name. */
  static final String FUNCTION = "@type_of";

  private TypeFunction() {}

  static void addTo(Functions functions) {
    functions.global(
        FUNCTION,
        "type_of",
        SimpleType.DYN,
        List.of(SimpleType.DYN),
        a -> TypeType.create(typeOf(a[0])));
  }

  private static CelType typeOf(Object value) {
    if (value instanceof Map<?, ?> || value instanceof DeviceValue) {
      return MapType.create(SimpleType.DYN, SimpleType.DYN);
    }
    if (value instanceof Collection<?>) {
      return ListType.create(SimpleType.DYN);
    }
    if (value instanceof Optional<?>) {
      return OptionalType.create(SimpleType.DYN);
    }
    return value instanceof TypeType ? TypeType.create(SimpleType.DYN) : scalar(value);
  }

  private static CelType scalar(Object value) {
    if (value instanceof Boolean) {
      return SimpleType.BOOL;
    }
    if (value instanceof Long) {
      return SimpleType.INT;
    }
    if (value instanceof UnsignedLong) {
      return SimpleType.UINT;
    }
    if (value instanceof Double) {
      return SimpleType.DOUBLE;
    }
    if (value instanceof String) {
      return SimpleType.STRING;
    }
    if (value instanceof CelByteString) {
      return SimpleType.BYTES;
    }
    if (value instanceof Duration) {
      return SimpleType.DURATION;
    }
    if (value instanceof Instant) {
      return SimpleType.TIMESTAMP;
    }
    return value instanceof NullValue ? SimpleType.NULL_TYPE : own(value);
  }

  private static CelType own(Object value) {
    if (value instanceof Quantity) {
      return CelTypes.QUANTITY;
    }
    if (value instanceof SemanticVersion) {
      return CelTypes.SEMVER;
    }
    if (value instanceof Url) {
      return CelTypes.URL;
    }
    if (value instanceof NamedFormat) {
      return CelTypes.FORMAT;
    }
    return value instanceof Address ? CelTypes.IP : CelTypes.CIDR;
  }
}
