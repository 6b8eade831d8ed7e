package io.github.dratestkit.allocator.cel;

import static io.github.dratestkit.allocator.cel.CelTypes.CIDR;
import static io.github.dratestkit.allocator.cel.CelTypes.IP;

import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.common.exceptions.CelOverloadNotFoundException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The IP and CIDR functions, since 1.30 ({@code apiserver/pkg/cel/library/ip.go, cidr.go}). */
final class AddressLibrary {

  private static final CelType STRING = SimpleType.STRING;
  private static final CelType BOOL = SimpleType.BOOL;
  private static final CelType INT = SimpleType.INT;

  private AddressLibrary() {}

  static void addTo(Functions functions) {
    functions
        .global("ip", "string_to_ip", IP, List.of(STRING), a -> address((String) a[0]))
        .global("isIP", "is_ip", BOOL, List.of(STRING), a -> Address.parse((String) a[0]) != null)
        .global(
            "ip.isCanonical",
            "ip_is_canonical",
            BOOL,
            List.of(STRING),
            a -> address((String) a[0]).toString().equals(a[0]))
        .global("string", "ip_to_string", STRING, List.of(IP), a -> a[0].toString())
        .member("family", "ip_family", INT, List.of(IP), a -> ((Address) a[0]).isV4() ? 4L : 6L);
    addKind(functions, "isUnspecified", "ip_is_unspecified", Address::isUnspecified);
    addKind(functions, "isLoopback", "ip_is_loopback", Address::isLoopback);
    addKind(
        functions,
        "isLinkLocalMulticast",
        "ip_is_link_local_multicast",
        Address::isLinkLocalMulticast);
    addKind(
        functions, "isLinkLocalUnicast", "ip_is_link_local_unicast", Address::isLinkLocalUnicast);
    addKind(functions, "isGlobalUnicast", "ip_is_global_unicast", Address::isGlobalUnicast);
    addRanges(functions);
  }

  private static void addKind(
      Functions functions, String name, String id, Predicate<Address> question) {
    functions.member(name, id, BOOL, List.of(IP), a -> question.test((Address) a[0]));
  }

  private static void addRanges(Functions functions) {
    functions
        .global("cidr", "string_to_cidr", CIDR, List.of(STRING), a -> range((String) a[0]))
        .global(
            "isCIDR",
            "is_cidr",
            BOOL,
            List.of(STRING),
            a -> AddressRange.parse((String) a[0]) != null)
        .global("string", "cidr_to_string", STRING, List.of(CIDR), a -> a[0].toString())
        .member(
            "containsIP",
            "cidr_contains_ip_string",
            BOOL,
            List.of(CIDR, STRING),
            a -> containsAddress((AddressRange) a[0], Address.parse((String) a[1])))
        .member(
            "containsIP",
            "cidr_contains_ip_ip",
            BOOL,
            List.of(CIDR, IP),
            a -> ((AddressRange) a[0]).contains((Address) a[1]))
        .member(
            "containsCIDR",
            "cidr_contains_cidr_string",
            BOOL,
            List.of(CIDR, STRING),
            a -> containsRange((AddressRange) a[0], AddressRange.parse((String) a[1])))
        .member(
            "containsCIDR",
            "cidr_contains_cidr",
            BOOL,
            List.of(CIDR, CIDR),
            a -> ((AddressRange) a[0]).contains((AddressRange) a[1]))
        .member("ip", "cidr_ip", IP, List.of(CIDR), a -> ((AddressRange) a[0]).address())
        .member(
            "prefixLength",
            "cidr_prefix_length",
            INT,
            List.of(CIDR),
            a -> (long) ((AddressRange) a[0]).prefix())
        .member("masked", "cidr_masked", CIDR, List.of(CIDR), a -> ((AddressRange) a[0]).masked());
  }

  // Upstream hands the parser's error on as an argument, for which there is no overload.
  private static boolean containsAddress(AddressRange range, @Nullable Address address) {
    if (address == null) {
      throw new CelOverloadNotFoundException("containsIP");
    }
    return range.contains(address);
  }

  private static boolean containsRange(AddressRange range, @Nullable AddressRange other) {
    if (other == null) {
      throw new CelInvalidArgumentException("the text is not a CIDR");
    }
    return range.contains(other);
  }

  private static Address address(String text) {
    Address address = Address.parse(text);
    if (address == null) {
      throw new CelInvalidArgumentException(
          "\"" + text + "\" is not an IP address: no leading zeros, zone or IPv4 inside IPv6");
    }
    return address;
  }

  private static AddressRange range(String text) {
    AddressRange range = AddressRange.parse(text);
    if (range == null) {
      throw new CelInvalidArgumentException(
          "\"" + text + "\" is not a CIDR: use an IP address, a slash and a prefix length");
    }
    return range;
  }
}
