package io.github.dratestkit.apiserver.codec;

import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The envelope in which protobuf objects travel: four bytes, then {@code runtime.Unknown} with the
 * kind and the message of the object.
 *
 * @param apiVersion empty if the sender did not say
 * @param kind empty if the sender did not say
 * @param message the bytes of the object's message
 */
record ProtobufEnvelope(String apiVersion, String kind, byte[] message) {

  private static final byte[] PREFIX = {'k', '8', 's', 0};

  static ProtobufEnvelope open(byte[] body, GroupVersionKind expected) {
    if (body.length == 0) {
      throw unrecognised(expected, "empty data", body);
    }
    if (body.length < PREFIX.length
        || !Arrays.equals(body, 0, PREFIX.length, PREFIX, 0, PREFIX.length)) {
      throw unrecognised(
          expected,
          "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]",
          body);
    }
    if (body.length == PREFIX.length) {
      throw unrecognised(expected, "empty body", body);
    }
    String apiVersion = "";
    String kind = "";
    byte[] message = new byte[0];
    WireInput in = new WireInput(body, PREFIX.length, body.length);
    while (!in.atEnd()) {
      int tag = in.tag();
      switch (tag >>> 3) {
        case 1 -> {
          WireInput type = in.message();
          while (!type.atEnd()) {
            int typeTag = type.tag();
            switch (typeTag >>> 3) {
              case 1 -> apiVersion = type.text();
              case 2 -> kind = type.text();
              default -> type.skip(typeTag & 7);
            }
          }
        }
        case 2 -> message = in.octets();
        default -> in.skip(tag & 7);
      }
    }
    return new ProtobufEnvelope(apiVersion, kind, message);
  }

  private static DecodingException unrecognised(
      GroupVersionKind expected, String why, byte[] body) {
    return new DecodingException(
        "the object provided is unrecognized (must be of type "
            + expected.kind()
            + "): "
            + why
            + " ("
            + HexFormat.of().formatHex(body, 0, Math.min(body.length, 30))
            + ")");
  }

  byte[] seal() {
    WireOutput type = new WireOutput();
    type.text(1, apiVersion);
    type.text(2, kind);
    WireOutput unknown = new WireOutput();
    unknown.message(1, type);
    unknown.octets(2, message);
    unknown.text(3, "");
    unknown.text(4, "");
    byte[] content = unknown.bytes();
    byte[] sealed = Arrays.copyOf(PREFIX, PREFIX.length + content.length);
    System.arraycopy(content, 0, sealed, PREFIX.length, content.length);
    return sealed;
  }
}
