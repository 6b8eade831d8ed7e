package io.github.dratestkit.apiserver.registry.kinds.rules;

import io.github.dratestkit.apiserver.registry.NameRule;

/** Names of hosts. */
public final class Hosts {

  private Hosts() {}

  /** A DNS name, of which the first part may be a star. */
  public static void check(Field host) {
    String text = host.text();
    if (!text.contains("*")) {
      Formats.dnsSubdomain(host);
    } else if (!text.startsWith("*.")
        || NameRule.DNS_SUBDOMAIN.problem(text.substring(2)).isPresent()) {
      host.invalid("a wildcard is '*.' and a DNS subdomain");
    }
  }

  public static void noAddress(Field host) {
    if (Addresses.parse(host.text()).isPresent()) {
      host.invalid("must be a DNS name, not an IP address");
    }
  }

  /** A DNS name and no address, if it is there. */
  public static void name(Field host) {
    if (!host.isEmpty()) {
      Formats.dnsSubdomain(host);
      noAddress(host);
    }
  }
}
