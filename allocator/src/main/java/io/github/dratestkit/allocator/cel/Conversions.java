package io.github.dratestkit.allocator.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.exceptions.CelBadFormatException;
import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.common.exceptions.CelNumericOverflowException;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.CelByteString;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelStandardFunctions.StandardFunction;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The conversions between CEL's own types. They take and give the texts that Go's {@code strconv}
 * and {@code time} do ({@code ConvertToType} in {@code cel-go/common/types}, 0.29).
 */
final class Conversions {

  /** The functions of the standard library that this one stands for. */
  static final Set<StandardFunction> REPLACED =
      Set.of(
          StandardFunction.BOOL,
          StandardFunction.BYTES,
          StandardFunction.DOUBLE,
          StandardFunction.DURATION,
          StandardFunction.INT,
          StandardFunction.STRING,
          StandardFunction.TIMESTAMP,
          StandardFunction.UINT);

  private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");
  private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False");
  private static final double TWO_TO_63 = 0x1p63;
  private static final double TWO_TO_64 = 0x1p64;
  private static final BigInteger LARGEST_UINT = UnsignedLong.MAX_VALUE.bigIntegerValue();

  private Conversions() {}

  static void addTo(Functions functions) {
    functions
        .standard(
            "bool",
            CelFunctionBinding.from("bool_to_bool", Boolean.class, value -> value),
            CelFunctionBinding.from("string_to_bool", String.class, Conversions::bool))
        .standard(
            "bytes",
            CelFunctionBinding.from("bytes_to_bytes", CelByteString.class, value -> value),
            CelFunctionBinding.from(
                "string_to_bytes", String.class, text -> CelByteString.copyFromUtf8(text)))
        .standard(
            "duration",
            CelFunctionBinding.from("duration_to_duration", Duration.class, value -> value),
            CelFunctionBinding.from("string_to_duration", String.class, Conversions::duration))
        .standard(
            "timestamp",
            CelFunctionBinding.from("timestamp_to_timestamp", Instant.class, value -> value),
            CelFunctionBinding.from("string_to_timestamp", String.class, Conversions::timestamp),
            CelFunctionBinding.from("int64_to_timestamp", Long.class, Conversions::timestamp));
    addNumbers(functions);
    addTexts(functions);
  }

  private static void addNumbers(Functions functions) {
    functions
        .standard(
            "int",
            CelFunctionBinding.from("int64_to_int64", Long.class, value -> value),
            CelFunctionBinding.from("uint64_to_int64", UnsignedLong.class, Conversions::integer),
            CelFunctionBinding.from("double_to_int64", Double.class, Conversions::integer),
            CelFunctionBinding.from("string_to_int64", String.class, Conversions::integer),
            CelFunctionBinding.from("timestamp_to_int64", Instant.class, Instant::getEpochSecond))
        .global(
            "int",
            "duration_to_int64",
            SimpleType.INT,
            List.of(SimpleType.DURATION),
            a -> GoDurations.nanos((Duration) a[0]).longValue())
        .standard(
            "uint",
            CelFunctionBinding.from("uint64_to_uint64", UnsignedLong.class, value -> value),
            CelFunctionBinding.from("int64_to_uint64", Long.class, Conversions::unsigned),
            CelFunctionBinding.from("double_to_uint64", Double.class, Conversions::unsigned),
            CelFunctionBinding.from("string_to_uint64", String.class, Conversions::unsigned))
        .standard(
            "double",
            CelFunctionBinding.from("double_to_double", Double.class, value -> value),
            CelFunctionBinding.from("int64_to_double", Long.class, Long::doubleValue),
            CelFunctionBinding.from(
                "uint64_to_double", UnsignedLong.class, UnsignedLong::doubleValue),
            CelFunctionBinding.from("string_to_double", String.class, Conversions::real));
  }

  private static void addTexts(Functions functions) {
    functions.standard(
        "string",
        CelFunctionBinding.from("string_to_string", String.class, value -> value),
        CelFunctionBinding.from("bool_to_string", Boolean.class, Object::toString),
        CelFunctionBinding.from("int64_to_string", Long.class, Object::toString),
        CelFunctionBinding.from("uint64_to_string", UnsignedLong.class, Object::toString),
        CelFunctionBinding.from("double_to_string", Double.class, GoNumbers::shortest),
        CelFunctionBinding.from("bytes_to_string", CelByteString.class, Conversions::text),
        CelFunctionBinding.from("timestamp_to_string", Instant.class, GoTimestamps::text),
        CelFunctionBinding.from("duration_to_string", Duration.class, GoDurations::seconds));
  }

  private static CelBadFormatException malformed(String type) {
    return new CelBadFormatException("type conversion error from 'string' to '" + type + "'");
  }

  private static boolean bool(String text) {
    if (TRUE.contains(text)) {
      return true;
    }
    if (FALSE.contains(text)) {
      return false;
    }
    throw malformed("bool");
  }

  private static long integer(UnsignedLong number) {
    if (number.longValue() < 0) {
      throw new CelNumericOverflowException("integer overflow");
    }
    return number.longValue();
  }

  private static long integer(double number) {
    if (!(number > -TWO_TO_63 && number < TWO_TO_63)) {
      throw new CelNumericOverflowException("integer overflow");
    }
    return (long) number;
  }

  private static long integer(String text) {
    if (!text.matches("[+-]?[0-9]+")) {
      throw malformed("int");
    }
    BigInteger number = new BigInteger(text);
    if (number.bitLength() > 63) {
      throw malformed("int");
    }
    return number.longValue();
  }

  private static UnsignedLong unsigned(long number) {
    if (number < 0) {
      throw new CelNumericOverflowException("unsigned integer overflow");
    }
    return UnsignedLong.fromLongBits(number);
  }

  private static UnsignedLong unsigned(double number) {
    if (!(number >= 0 && number < TWO_TO_64)) {
      throw new CelNumericOverflowException("unsigned integer overflow");
    }
    return UnsignedLong.valueOf(new BigDecimal(number).toBigInteger());
  }

  private static UnsignedLong unsigned(String text) {
    if (!text.matches("[0-9]+") || new BigInteger(text).compareTo(LARGEST_UINT) > 0) {
      throw malformed("uint");
    }
    return UnsignedLong.valueOf(new BigInteger(text));
  }

  private static double real(String text) {
    return GoNumbers.parse(text).orElseThrow(() -> malformed("double"));
  }

  private static String text(CelByteString bytes) {
    if (!bytes.isValidUtf8()) {
      throw new CelInvalidArgumentException("invalid UTF-8 in bytes, cannot convert to string");
    }
    return bytes.toStringUtf8();
  }

  /** Returns the duration that the text says. */
  static Duration duration(String text) {
    return GoDurations.parse(text).orElseThrow(() -> malformed("google.protobuf.Duration"));
  }

  /** Returns the time that the text says. */
  static Instant timestamp(String text) {
    return GoTimestamps.parse(text).orElseThrow(() -> malformed("google.protobuf.Timestamp"));
  }

  /** Returns the time so many seconds after 1970. */
  static Instant timestamp(long seconds) {
    Optional<Instant> time = GoTimestamps.ofSeconds(seconds);
    return time.orElseThrow(() -> new CelNumericOverflowException("timestamp overflow"));
  }
}
