package io.github.dratestkit.apiserver.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Reads the wire format of protobuf: tags, varints and lengths of one message. */
final class WireInput {

  static final int VARINT = 0;
  static final int FIXED64 = 1;
  static final int LENGTH = 2;
  static final int FIXED32 = 5;

  private final byte[] bytes;
  private final int end;
  private int place;

  WireInput(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.place = start;
    this.end = end;
  }

  boolean atEnd() {
    return place >= end;
  }

  /** Returns the next tag: the number of a field times 8 plus how it is written. */
  int tag() {
    long tag = varint();
    if (tag >>> 3 == 0 || tag >>> 3 > 0x1fffffff) {
      throw new DecodingException("proto: illegal tag " + tag);
    }
    return (int) tag;
  }

  long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte next = next();
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new DecodingException("proto: integer overflow");
  }

  double fixed64() {
    need(8);
    double value = ByteBuffer.wrap(bytes, place, 8).order(ByteOrder.LITTLE_ENDIAN).getDouble();
    place += 8;
    return value;
  }

  byte[] octets() {
    int length = length();
    byte[] octets = new byte[length];
    System.arraycopy(bytes, place, octets, 0, length);
    place += length;
    return octets;
  }

  String text() {
    int length = length();
    String text = new String(bytes, place, length, StandardCharsets.UTF_8);
    place += length;
    return text;
  }

  /** Returns the message that comes next and goes past it. */
  WireInput message() {
    int length = length();
    WireInput message = new WireInput(bytes, place, place + length);
    place += length;
    return message;
  }

  void skip(int wireType) {
    switch (wireType) {
      case VARINT -> varint();
      case FIXED64 -> fixed64();
      case LENGTH -> message();
      case FIXED32 -> {
        need(4);
        place += 4;
      }
      default -> throw new DecodingException("proto: illegal wireType " + wireType);
    }
  }

  private int length() {
    long length = varint();
    if (length < 0 || length > Integer.MAX_VALUE) {
      throw new DecodingException("proto: negative length found during unmarshaling");
    }
    need((int) length);
    return (int) length;
  }

  private byte next() {
    need(1);
    return bytes[place++];
  }

  private void need(int count) {
    if (end - place < count) {
      throw new DecodingException("unexpected EOF");
    }
  }
}
