package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.kinds.rules.Addresses;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import java.util.List;

/** How a pod is called and finds others by name (validatePodDNSConfig and others, core, 1.37). */
final class PodNames {

  private static final List<String> POLICIES =
      List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");
  private static final int MOST_SERVERS = 3;
  private static final int MOST_SEARCHES = 32;
  private static final int LONGEST_SEARCH = 2_048;
  private static final int LONGEST_HOST = 64;

  private PodNames() {}

  static void dnsPolicy(Field spec) {
    spec.at("dnsPolicy").requiredOneOf(POLICIES);
  }

  static void dnsConfig(Field spec) {
    Field config = spec.at("dnsConfig");
    Field servers = config.at("nameservers");
    if (spec.at("dnsPolicy").text().equals("None")) {
      if (!config.isSet()) {
        config.required("must provide `dnsConfig` when `dnsPolicy` is None");
        return;
      }
      if (servers.isEmpty()) {
        servers.required("must provide at least one DNS nameserver when `dnsPolicy` is None");
        return;
      }
    }
    if (servers.value().size() > MOST_SERVERS) {
      servers.invalid("must not have more than 3 nameservers");
    }
    servers.items().forEach(server -> Addresses.address(server, List.of()));
    Field searches = config.at("searches");
    if (searches.value().size() > MOST_SEARCHES) {
      searches.invalid("must not have more than 32 search paths");
    }
    if (String.join(" ", searches.texts()).length() > LONGEST_SEARCH) {
      searches.invalid("must not have more than 2048 characters in the search list");
    }
    for (Field search : searches.items()) {
      String text = search.text();
      if (!text.equals(".")) {
        Formats.dnsSubdomainWithUnderscore(
            search, text.endsWith(".") ? text.substring(0, text.length() - 1) : text);
      }
    }
    for (Field option : config.at("options").items()) {
      if (option.at("name").isEmpty()) {
        option.required("must not be empty");
      }
    }
  }

  static void hostnameOverride(Field spec) {
    Field override = spec.at("hostnameOverride");
    if (!override.isSet()) {
      return;
    }
    if (spec.at("setHostnameAsFQDN").flag()) {
      override.forbidden("may not be specified when setHostnameAsFQDN is true");
    }
    if (spec.at("hostNetwork").flag()) {
      override.forbidden("may not be specified when hostNetwork is true");
    }
    if (override.text().length() > LONGEST_HOST) {
      override.tooLong(LONGEST_HOST);
    }
    Formats.dnsSubdomain(override);
  }

  static void hostAliases(Field aliases) {
    for (Field alias : aliases.items()) {
      Addresses.address(alias.at("ip"), List.of());
      alias.at("hostnames").items().forEach(Formats::dnsSubdomain);
    }
  }
}
