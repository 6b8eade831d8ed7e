package io.github.dratestkit.allocator.cel;

import org.jspecify.annotations.Nullable;

/**
 * A CIDR: an address, which need not be masked, and the length of its prefix.
 *
 * @param address the address as it was written
 * @param prefix how many bits of it count
 */
record AddressRange(Address address, int prefix) implements Sizes.Sized {

  /** Returns the range, or null if the text is none. */
  static @Nullable AddressRange parse(String text) {
    int slash = text.lastIndexOf('/');
    if (slash < 0) {
      return null;
    }
    Address address = Address.parse(text.substring(0, slash));
    String length = text.substring(slash + 1);
    if (address == null || !length.matches("0|[1-9][0-9]{0,2}")) {
      return null;
    }
    int prefix = Integer.parseInt(length);
    return prefix > address.bits() ? null : new AddressRange(address, prefix);
  }

  AddressRange masked() {
    return new AddressRange(address.masked(prefix), prefix);
  }

  boolean contains(Address other) {
    return other.bits() == address.bits() && other.masked(prefix).equals(address.masked(prefix));
  }

  boolean contains(AddressRange other) {
    return prefix <= other.prefix && contains(other.address);
  }

  @Override
  public long size() {
    return (prefix + 7) / 8;
  }

  @Override
  public String toString() {
    return address + "/" + prefix;
  }
}
