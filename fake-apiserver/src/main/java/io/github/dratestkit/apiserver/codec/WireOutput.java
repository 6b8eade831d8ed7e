package io.github.dratestkit.apiserver.codec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the wire format of protobuf. A message is written to an output of its own first. */
final class WireOutput {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream(256);

  void number(int field, long value) {
    tag(field, WireInput.VARINT);
    varint(value);
  }

  void bool(int field, boolean value) {
    number(field, value ? 1 : 0);
  }

  void fixed64(int field, double value) {
    tag(field, WireInput.FIXED64);
    long bits = Double.doubleToLongBits(value);
    for (int shift = 0; shift < 64; shift += 8) {
      out.write((int) (bits >>> shift));
    }
  }

  void text(int field, String value) {
    octets(field, value.getBytes(StandardCharsets.UTF_8));
  }

  void octets(int field, byte[] value) {
    tag(field, WireInput.LENGTH);
    varint(value.length);
    out.writeBytes(value);
  }

  void message(int field, WireOutput message) {
    tag(field, WireInput.LENGTH);
    varint(message.out.size());
    out.writeBytes(message.bytes());
  }

  byte[] bytes() {
    return out.toByteArray();
  }

  private void tag(int field, int wireType) {
    varint((long) field << 3 | wireType);
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
