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

  private static final List<Known> TYPES =
      List.of(
          new Known(Map.class, MapType.create(SimpleType.DYN, SimpleType.DYN)),
          new Known(DeviceValue.class, MapType.create(SimpleType.DYN, SimpleType.DYN)),
          new Known(Collection.class, ListType.create(SimpleType.DYN)),
          new Known(Optional.class, OptionalType.create(SimpleType.DYN)),
          new Known(TypeType.class, TypeType.create(SimpleType.DYN)),
          new Known(Boolean.class, SimpleType.BOOL),
          new Known(Long.class, SimpleType.INT),
          new Known(UnsignedLong.class, SimpleType.UINT),
          new Known(Double.class, SimpleType.DOUBLE),
          new Known(String.class, SimpleType.STRING),
          new Known(CelByteString.class, SimpleType.BYTES),
          new Known(Duration.class, SimpleType.DURATION),
          new Known(Instant.class, SimpleType.TIMESTAMP),
          new Known(NullValue.class, SimpleType.NULL_TYPE),
          new Known(Quantity.class, CelTypes.QUANTITY),
          new Known(SemanticVersion.class, CelTypes.SEMVER),
          new Known(Url.class, CelTypes.URL),
          new Known(NamedFormat.class, CelTypes.FORMAT),
          new Known(Address.class, CelTypes.IP),
          new Known(AddressRange.class, CelTypes.CIDR));

  private TypeFunction() {}

  static void addTo(Functions functions) {
    functions.global(
        FUNCTION,
        "type_of",
        SimpleType.DYN,
        List.of(SimpleType.DYN),
        a -> TypeType.create(typeOf(a[0])));
  }

  /** Returns the type of a value. */
  static CelType typeOf(Object value) {
    return TYPES.stream()
        .filter(known -> known.java().isInstance(value))
        .map(Known::type)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("a value of " + value.getClass()));
  }

  private record Known(Class<?> java, CelType type) {}
}
