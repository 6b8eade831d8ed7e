package io.github.dratestkit.apiserver.registry.kinds.network;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.kinds.rules.Addresses;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;

/** Names of hosts. */
final class Hosts {

  private Hosts() {}

  /** A DNS name, of which the first part may be a star. */
  static void check(Field host) {
    String text = host.text();
    if (!text.contains("*")) {
      Formats.dnsSubdomain(host);
    } else if (!text.startsWith("*.")
        || NameRule.DNS_SUBDOMAIN.problem(text.substring(2)).isPresent()) {
      host.invalid("a wildcard is '*.' and a DNS subdomain");
    }
  }

  static void noAddress(Field host) {
    if (Addresses.parse(host.text()).isPresent()) {
      host.invalid("must be a DNS name, not an IP address");
    }
  }

  /** A DNS name and no address, if it is there. */
  static void name(Field host) {
    if (!host.isEmpty()) {
      Formats.dnsSubdomain(host);
      noAddress(host);
    }
  }
}
