package io.github.dratestkit.apiserver.registry.kinds.rules;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Addresses and ranges of addresses as texts (apimachinery/pkg/util/validation/ip.go and
 * k8s.io/utils/net, 1.37). Names are never looked up.
 */
public final class Addresses {

  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,3}");
  private static final Pattern SIXES = Pattern.compile("[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*");
  private static final int BITS_OF_FOUR = 32;
  private static final int BITS_OF_SIX = 128;
  private static final int BYTES_OF_FOUR = 4;
  private static final int HIGHEST_BYTE = 255;

  private Addresses() {}

  /** Returns the address that a text means; zeros may lead its parts. */
  public static Optional<InetAddress> parse(String text) {
    try {
      if (text.indexOf(':') < 0) {
        return four(text);
      }
      return SIXES.matcher(text).matches()
          ? Optional.of(InetAddress.getByName(text))
          : Optional.empty();
    } catch (UnknownHostException none) {
      return Optional.empty();
    }
  }

  private static Optional<InetAddress> four(String text) throws UnknownHostException {
    String[] parts = text.split("\\.", -1);
    byte[] bytes = new byte[BYTES_OF_FOUR];
    if (parts.length != BYTES_OF_FOUR) {
      return Optional.empty();
    }
    for (int i = 0; i < BYTES_OF_FOUR; i++) {
      if (!DIGITS.matcher(parts[i]).matches() || Integer.parseInt(parts[i]) > HIGHEST_BYTE) {
        return Optional.empty();
      }
      bytes[i] = (byte) Integer.parseInt(parts[i]);
    }
    return Optional.of(InetAddress.getByAddress(bytes));
  }

  /** Says whether an address of IPv6 is written as RFC 5952 wants it. */
  public static boolean isCanonical(String text) {
    return text.indexOf(':') < 0
        || parse(text).map(address -> canonical(address.getAddress()).equals(text)).orElse(false);
  }

  // Lower case, no leading zeros, and the longest run of zeros left out.
  private static String canonical(byte[] bytes) {
    StringBuilder groups = new StringBuilder();
    for (int i = 0; i + 1 < bytes.length; i += 2) {
      int group = (bytes[i] & 0xff) << Byte.SIZE | bytes[i + 1] & 0xff;
      groups.append(i == 0 ? "" : ":").append(Integer.toHexString(group));
    }
    String text = groups.toString();
    for (int zeros = bytes.length / 2; zeros > 1; zeros--) {
      String run = "0" + ":0".repeat(zeros - 1);
      int at = (":" + text + ":").indexOf(":" + run + ":");
      if (at >= 0) {
        String head = text.substring(0, Math.max(at - 1, 0));
        String tail = text.substring(Math.min(at + run.length() + 1, text.length()));
        return head + "::" + tail;
      }
    }
    return text;
  }

  public static boolean isSix(String text) {
    return text.indexOf(':') >= 0 && parse(text).isPresent();
  }

  /** An address in a field of the first days; one that was there before may stay as it is. */
  public static void address(Field field, Collection<String> before) {
    String text = field.text();
    if (!before.contains(text) && (parse(text).isEmpty() || isAmbiguous(text))) {
      field.invalid("must be a valid IP address, without leading zeros, (e.g. 10.9.8.7)");
    }
  }

  /** A range of addresses in a field of the first days. */
  public static void range(Field field, Collection<String> before) {
    String text = field.text().strip();
    if (!before.contains(text) && !isRange(text)) {
      field.invalid("must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
    }
  }

  /** Says whether a text is a range, with nothing after its prefix. */
  public static boolean isRange(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      return false;
    }
    String address = text.substring(0, slash);
    String length = text.substring(slash + 1);
    Optional<InetAddress> parsed = parse(address);
    if (parsed.isEmpty() || isAmbiguous(address) || !DIGITS.matcher(length).matches()) {
      return false;
    }
    int bits = Integer.parseInt(length);
    boolean plain = length.equals(Integer.toString(bits));
    boolean six = address.indexOf(':') >= 0;
    return plain && bits <= (six ? BITS_OF_SIX : BITS_OF_FOUR) && isBase(parsed.get(), bits);
  }

  // The bits after the prefix must be zero.
  private static boolean isBase(InetAddress address, int bits) {
    byte[] bytes = address.getAddress();
    for (int bit = bits; bit < bytes.length * Byte.SIZE; bit++) {
      if ((bytes[bit / Byte.SIZE] >> (Byte.SIZE - 1 - bit % Byte.SIZE) & 1) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Says whether two texts are one address or range of each family. */
  public static boolean areOfBothFamilies(List<String> texts) {
    return texts.stream().anyMatch(text -> text.indexOf(':') >= 0)
        && texts.stream().anyMatch(text -> text.indexOf(':') < 0);
  }

  // Zeros in front may mean octal, and one family in the form of the other is none of both.
  private static boolean isAmbiguous(String text) {
    if (text.indexOf(':') >= 0) {
      return parse(text)
          .filter(address -> address.getAddress().length == BYTES_OF_FOUR)
          .isPresent();
    }
    for (String part : text.split("\\.", -1)) {
      if (part.length() > 1 && part.startsWith("0")) {
        return true;
      }
    }
    return false;
  }

  /** An address of an endpoint, which nobody reserves for the machine or the link. */
  public static void endpoint(Field field) {
    Optional<InetAddress> parsed = parse(field.text());
    if (parsed.isEmpty()) {
      field.invalid("must be a valid IP address");
      return;
    }
    InetAddress address = parsed.get();
    if (address.isAnyLocalAddress()) {
      field.invalid("may not be unspecified");
    }
    if (address.isLoopbackAddress()) {
      field.invalid("may not be in the loopback range (127.0.0.0/8, ::1/128)");
    }
    if (address.isLinkLocalAddress()) {
      field.invalid("may not be in the link-local range (169.254.0.0/16, fe80::/10)");
    }
    if (isLinkLocalMulticast(address)) {
      field.invalid("may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)");
    }
  }

  private static boolean isLinkLocalMulticast(InetAddress address) {
    return address.isMCLinkLocal();
  }
}
