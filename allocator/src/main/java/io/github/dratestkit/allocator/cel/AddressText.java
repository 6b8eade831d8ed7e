package io.github.dratestkit.allocator.cel;

/** The text of an IPv6 address by RFC 5952: lower case, the longest run of zeros as two colons. */
final class AddressText {

  private final byte[] bytes;

  AddressText(byte[] bytes) {
    this.bytes = bytes;
  }

  private int group(int index) {
    return (bytes[index * 2] & 255) << 8 | (bytes[index * 2 + 1] & 255);
  }

  private int zerosFrom(int start) {
    int end = start;
    while (end < 8 && group(end) == 0) {
      end++;
    }
    return end - start;
  }

  @Override
  public String toString() {
    int gap = -1;
    int length = 1;
    for (int i = 0; i < 8; i++) {
      if (zerosFrom(i) > length) {
        gap = i;
        length = zerosFrom(i);
      }
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 8; i++) {
      if (i == gap) {
        text.append("::");
        i += length - 1;
        continue;
      }
      if (text.length() > 0 && text.charAt(text.length() - 1) != ':') {
        text.append(':');
      }
      text.append(Integer.toHexString(group(i)));
    }
    return text.toString();
  }
}
