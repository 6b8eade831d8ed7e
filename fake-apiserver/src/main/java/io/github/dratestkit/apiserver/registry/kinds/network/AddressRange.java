package io.github.dratestkit.apiserver.registry.kinds.network;

import io.github.dratestkit.apiserver.registry.kinds.rules.Addresses;
import java.math.BigInteger;
import java.net.InetAddress;
import java.util.Optional;

/**
 * A range of addresses, such as {@code 10.0.0.0/8}, read as forgiving as the first versions of
 * Kubernetes did (ParseCIDRSloppy, k8s.io/utils/net).
 *
 * @param bits how many bits addresses of the family have
 * @param prefix how many of them are the same in the whole range
 */
record AddressRange(BigInteger start, int bits, int prefix) {

  static Optional<AddressRange> parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0 || !text.substring(slash + 1).matches("[0-9]{1,3}")) {
      return Optional.empty();
    }
    int prefix = Integer.parseInt(text.substring(slash + 1));
    return Addresses.parse(text.substring(0, slash)).flatMap(address -> of(address, prefix));
  }

  private static Optional<AddressRange> of(InetAddress address, int prefix) {
    int bits = address.getAddress().length * Byte.SIZE;
    if (prefix > bits) {
      return Optional.empty();
    }
    BigInteger number = new BigInteger(1, address.getAddress());
    BigInteger start = number.shiftRight(bits - prefix).shiftLeft(bits - prefix);
    return Optional.of(new AddressRange(start, bits, prefix));
  }

  /** Says whether another range is within this one and smaller. */
  boolean strictlyContains(AddressRange other) {
    return bits == other.bits
        && prefix < other.prefix
        && other.start.shiftRight(bits - prefix).equals(start.shiftRight(bits - prefix));
  }

  boolean isSix() {
    return bits == Byte.SIZE * 16;
  }
}
