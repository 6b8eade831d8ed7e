package io.github.dratestkit.apiserver.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a network interface with the length of its network, such as 192.0.2.1/24, in the
 * one form in which Go prints it (RFC 5952 for IPv6).
 */
final class InterfaceAddress {

  private static final Pattern IPV4 =
      Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})");
  private static final Pattern LENGTH = Pattern.compile("0|[1-9]\\d{0,2}");
  private static final Pattern GROUP = Pattern.compile("0|[1-9a-f][0-9a-f]{0,3}");
  private static final int GROUPS = 8;

  private InterfaceAddress() {}

  static void check(String text, String path, Findings findings) {
    if (!isCanonical(text)) {
      findings.invalid(
          path,
          text,
          "must be an address with the length of its network in canonical form, such as"
              + " 192.0.2.1/24 or 2001:db8::1/64");
    }
  }

  static boolean isCanonical(String text) {
    int slash = text.indexOf('/');
    if (slash < 0 || !LENGTH.matcher(text.substring(slash + 1)).matches()) {
      return false;
    }
    String address = text.substring(0, slash);
    int length = Integer.parseInt(text.substring(slash + 1));
    return address.indexOf(':') < 0
        ? length <= 32 && isIpv4(address)
        : length <= 128 && isIpv6(address);
  }

  private static boolean isIpv4(String text) {
    Matcher matcher = IPV4.matcher(text);
    if (!matcher.matches()) {
      return false;
    }
    for (int i = 1; i <= 4; i++) {
      String part = matcher.group(i);
      if (Integer.parseInt(part) > 255 || (part.length() > 1 && part.startsWith("0"))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isIpv6(String text) {
    Optional<List<Integer>> groups = groups(text);
    return groups.isPresent() && !isMappedIpv4(groups.get()) && print(groups.get()).equals(text);
  }

  private static Optional<List<Integer>> groups(String text) {
    int gap = text.indexOf("::");
    if (gap < 0) {
      return parse(text).filter(groups -> groups.size() == GROUPS);
    }
    Optional<List<Integer>> left = parse(text.substring(0, gap));
    Optional<List<Integer>> right = parse(text.substring(gap + 2));
    if (left.isEmpty() || right.isEmpty()) {
      return Optional.empty();
    }
    List<Integer> all = new ArrayList<>(left.get());
    int missing = GROUPS - left.get().size() - right.get().size();
    for (int i = 0; i < missing; i++) {
      all.add(0);
    }
    all.addAll(right.get());
    return all.size() == GROUPS ? Optional.of(all) : Optional.empty();
  }

  private static Optional<List<Integer>> parse(String text) {
    List<Integer> groups = new ArrayList<>();
    if (text.isEmpty()) {
      return Optional.of(groups);
    }
    for (String group : text.split(":", -1)) {
      if (!GROUP.matcher(group).matches()) {
        return Optional.empty();
      }
      groups.add(Integer.parseInt(group, 16));
    }
    return Optional.of(groups);
  }

  private static boolean isMappedIpv4(List<Integer> groups) {
    return groups.subList(0, 5).stream().allMatch(group -> group == 0) && groups.get(5) == 0xffff;
  }

  /** Prints the groups with the first longest run of two zeros or more left out. */
  private static String print(List<Integer> groups) {
    int start = -1;
    int longest = 1;
    for (int i = 0; i < GROUPS; i++) {
      int end = i;
      while (end < GROUPS && groups.get(end) == 0) {
        end++;
      }
      if (end - i > longest) {
        start = i;
        longest = end - i;
      }
      i = Math.max(i, end - 1);
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < GROUPS; i++) {
      if (i == start) {
        text.append("::");
        i += longest - 1;
        continue;
      }
      if (text.length() > 0 && text.charAt(text.length() - 1) != ':') {
        text.append(':');
      }
      text.append(Integer.toHexString(groups.get(i)));
    }
    return text.toString();
  }
}
