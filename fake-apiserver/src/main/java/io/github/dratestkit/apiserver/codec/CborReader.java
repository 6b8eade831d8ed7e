package io.github.dratestkit.apiserver.codec;

import io.github.dratestkit.apiserver.status.StatusErrors;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Turns bodies in CBOR (RFC 8949) into JSON, as far as the API allows CBOR: text keys that do not
 * repeat, no big numbers, no simple values but false, true and null
 * (apimachinery/pkg/runtime/serializer/cbor, 1.37). Byte strings count as texts.
 */
final class CborReader {

  private static final String NAME = "application/cbor";
  private static final int DEEPEST = 10_000;
  private static final int INDEFINITE = 31;
  private static final int BREAK = 0xff;

  /** Says whether a Content-Type names CBOR. */
  static boolean isCbor(String contentType) {
    return contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(NAME);
  }

  /**
   * Returns a body as JSON.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 400 if it is not CBOR
   */
  byte[] toJson(byte[] body, String kind) {
    ByteBuffer in = ByteBuffer.wrap(body);
    try {
      JsonNode value = value(in, 0);
      if (in.hasRemaining()) {
        throw new DecodingException(in.remaining() + " bytes of extraneous data");
      }
      return GoJson.bytes(value);
    } catch (BufferUnderflowException cut) {
      throw refused(kind, "unexpected EOF");
    } catch (DecodingException broken) {
      throw refused(kind, broken.text());
    }
  }

  private static RuntimeException refused(String kind, String why) {
    return StatusErrors.badRequest(
        "the object provided is unrecognized (must be of type "
            + kind
            + "): unable to determine group/version/kind: "
            + why);
  }

  private static JsonNode value(ByteBuffer in, int depth) {
    if (depth > DEEPEST) {
      throw new DecodingException("exceeded max nested level " + DEEPEST);
    }
    int first = in.get() & 0xff;
    int details = first & 0x1f;
    return switch (first >> 5) {
      case 0 -> LongNode.valueOf(whole(in, details));
      case 1 -> LongNode.valueOf(-1 - whole(in, details));
      case 2, 3 -> StringNode.valueOf(text(in, first));
      case 4 -> list(in, details, depth);
      case 5 -> map(in, details, depth);
      case 6 -> tagged(in, whole(in, details), depth);
      default -> simple(in, details);
    };
  }

  private static long whole(ByteBuffer in, int details) {
    long number =
        switch (details) {
          case 24 -> in.get() & 0xffL;
          case 25 -> in.getShort() & 0xffffL;
          case 26 -> in.getInt() & 0xffffffffL;
          case 27 -> in.getLong();
          default -> details;
        };
    if (number < 0 || details > 27) {
      throw new DecodingException("invalid additional information or number out of range");
    }
    return number;
  }

  private static String text(ByteBuffer in, int first) {
    int details = first & 0x1f;
    if (details != INDEFINITE) {
      return octets(in, whole(in, details));
    }
    StringBuilder text = new StringBuilder();
    for (Optional<Integer> next = next(in); next.isPresent(); next = next(in)) {
      if (next.get() >> 5 != first >> 5) {
        throw new DecodingException("wrong element type in a string of indefinite length");
      }
      text.append(octets(in, whole(in, next.get() & 0x1f)));
    }
    return text.toString();
  }

  /** Returns the first byte of what follows, or nothing at the end of an indefinite length. */
  private static Optional<Integer> next(ByteBuffer in) {
    int first = in.get() & 0xff;
    return first == BREAK ? Optional.empty() : Optional.of(first);
  }

  private static String octets(ByteBuffer in, long length) {
    if (length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    ByteBuffer part = in.slice(in.position(), (int) length);
    in.position(in.position() + (int) length);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(part).toString();
    } catch (CharacterCodingException broken) {
      throw new DecodingException("invalid UTF-8 string");
    }
  }

  private static ArrayNode list(ByteBuffer in, int details, int depth) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    long length = details == INDEFINITE ? Long.MAX_VALUE : whole(in, details);
    while (list.size() < length && !ends(in, details)) {
      list.add(value(in, depth + 1));
    }
    return list;
  }

  private static ObjectNode map(ByteBuffer in, int details, int depth) {
    ObjectNode map = JsonNodeFactory.instance.objectNode();
    long length = details == INDEFINITE ? Long.MAX_VALUE : whole(in, details);
    while (map.size() < length && !ends(in, details)) {
      int first = in.get() & 0xff;
      if (first >> 5 != 2 && first >> 5 != 3) {
        throw new DecodingException("map keys must be strings");
      }
      String key = text(in, first);
      if (map.has(key)) {
        throw new DecodingException("duplicate map key \"" + key + "\"");
      }
      map.set(key, value(in, depth + 1));
    }
    return map;
  }

  private static boolean ends(ByteBuffer in, int details) {
    if (details != INDEFINITE) {
      return false;
    }
    boolean ends = (in.mark().get() & 0xff) == BREAK;
    if (!ends) {
      in.reset();
    }
    return ends;
  }

  private static JsonNode tagged(ByteBuffer in, long tag, int depth) {
    if (tag == 2 || tag == 3) {
      throw new DecodingException("cannot decode big numbers");
    }
    return value(in, depth + 1);
  }

  private static JsonNode simple(ByteBuffer in, int details) {
    return switch (details) {
      case 20 -> BooleanNode.FALSE;
      case 21 -> BooleanNode.TRUE;
      case 22 -> NullNode.getInstance();
      case 25 -> number(half(in.getShort()));
      case 26 -> number(in.getFloat());
      case 27 -> number(in.getDouble());
      default -> throw new DecodingException("unrecognized simple value " + details);
    };
  }

  private static JsonNode number(double number) {
    if (!Double.isFinite(number)) {
      throw new DecodingException("neither NaN nor infinity is allowed");
    }
    return number == (long) number ? LongNode.valueOf((long) number) : DoubleNode.valueOf(number);
  }

  private static double half(short bits) {
    int exponent = (bits >> 10) & 0x1f;
    int fraction = bits & 0x3ff;
    double size =
        switch (exponent) {
          case 0 -> fraction * Math.pow(2, -24);
          case 31 -> fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
          default -> (1024 + fraction) * Math.pow(2, exponent - 25);
        };
    return bits < 0 ? -size : size;
  }
}
