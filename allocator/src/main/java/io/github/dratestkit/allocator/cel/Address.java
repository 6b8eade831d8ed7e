package io.github.dratestkit.allocator.cel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An IP address, parsed and printed as Go's {@code net/netip} does. IPv4 addresses inside IPv6 and
 * zones are not allowed in Kubernetes' CEL.
 */
final class Address implements Sizes.Sized {

  private final byte[] bytes;

  Address(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns the address, or null if the text is none. */
  static @Nullable Address parse(String text) {
    byte[] bytes = text.indexOf(':') >= 0 ? parseV6(text) : parseV4(text);
    if (bytes == null) {
      return null;
    }
    Address address = new Address(bytes);
    return address.isMappedV4() ? null : address;
  }

  /** Says whether the text is an IPv6 address, which may hold an IPv4 one. */
  static boolean isV6(String text) {
    return text.indexOf(':') >= 0 && parseV6(text) != null;
  }

  private static byte @Nullable [] parseV4(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 4) {
      return null;
    }
    byte[] bytes = new byte[4];
    for (int i = 0; i < 4; i++) {
      String part = parts[i];
      boolean digits =
          !part.isEmpty() && part.length() <= 3 && part.chars().allMatch(Address::isDigit);
      if (!digits || (part.length() > 1 && part.charAt(0) == '0') || Integer.parseInt(part) > 255) {
        return null;
      }
      bytes[i] = (byte) Integer.parseInt(part);
    }
    return bytes;
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private static byte @Nullable [] parseV6(String text) {
    int gap = text.indexOf("::");
    if (gap < 0) {
      byte[] all = groups(text);
      return all != null && all.length == 16 ? all : null;
    }
    byte[] head = gap == 0 ? new byte[0] : groups(text.substring(0, gap));
    String rest = text.substring(gap + 2);
    byte[] tail = rest.isEmpty() ? new byte[0] : groups(rest);
    if (head == null || tail == null || head.length + tail.length > 14) {
      return null;
    }
    byte[] bytes = Arrays.copyOf(head, 16);
    System.arraycopy(tail, 0, bytes, 16 - tail.length, tail.length);
    return bytes;
  }

  /** Returns the bytes of groups between colons, of which the last may be an IPv4 address. */
  private static byte @Nullable [] groups(String text) {
    String[] parts = text.split(":", -1);
    byte[] bytes = new byte[parts.length * 2];
    for (int i = 0; i < parts.length; i++) {
      String part = parts[i];
      if (i == parts.length - 1 && part.indexOf('.') >= 0) {
        byte[] v4 = parseV4(part);
        if (v4 == null) {
          return null;
        }
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 2);
        System.arraycopy(v4, 0, longer, i * 2, 4);
        return longer;
      }
      boolean hexadecimal =
          !part.isEmpty()
              && part.length() <= 4
              && part.chars().allMatch(c -> c < 128 && Character.digit(c, 16) >= 0);
      if (!hexadecimal) {
        return null;
      }
      int group = Integer.parseInt(part, 16);
      bytes[i * 2] = (byte) (group >> 8);
      bytes[i * 2 + 1] = (byte) group;
    }
    return bytes;
  }

  private boolean isMappedV4() {
    if (bytes.length != 16 || bytes[10] != -1 || bytes[11] != -1) {
      return false;
    }
    for (int i = 0; i < 10; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  boolean isV4() {
    return bytes.length == 4;
  }

  int bits() {
    return bytes.length * 8;
  }

  @Override
  public long size() {
    return bytes.length;
  }

  boolean isUnspecified() {
    return zeros(0, bytes.length);
  }

  boolean isLoopback() {
    return isV4() ? bytes[0] == 127 : zeros(0, 15) && bytes[15] == 1;
  }

  boolean isLinkLocalMulticast() {
    return isV4()
        ? bytes[0] == (byte) 224 && bytes[1] == 0 && bytes[2] == 0
        : bytes[0] == (byte) 0xff && (bytes[1] & 0x0f) == 2;
  }

  boolean isLinkLocalUnicast() {
    return isV4()
        ? bytes[0] == (byte) 169 && bytes[1] == (byte) 254
        : bytes[0] == (byte) 0xfe && (bytes[1] & 0xc0) == 0x80;
  }

  boolean isGlobalUnicast() {
    boolean multicast = isV4() ? (bytes[0] & 0xf0) == 0xe0 : bytes[0] == (byte) 0xff;
    boolean broadcast = isV4() && (bytes[0] & bytes[1] & bytes[2] & bytes[3]) == -1;
    return !isUnspecified() && !isLoopback() && !multicast && !isLinkLocalUnicast() && !broadcast;
  }

  private boolean zeros(int start, int end) {
    for (int i = start; i < end; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns the address with all bits behind the first {@code prefix} ones cleared. */
  Address masked(int prefix) {
    byte[] masked = bytes.clone();
    for (int bit = prefix; bit < bits(); bit++) {
      masked[bit / 8] &= (byte) ~(0x80 >> (bit % 8));
    }
    return new Address(masked);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Address address && Arrays.equals(bytes, address.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    if (isV4()) {
      return (bytes[0] & 255)
          + "."
          + (bytes[1] & 255)
          + "."
          + (bytes[2] & 255)
          + "."
          + (bytes[3] & 255);
    }
    return new AddressText(bytes).toString();
  }
}
