package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;

/** The name of a signer: a domain, a slash and a path (core/validation/names.go, 1.37). */
final class SignerName {

  private static final int LONGEST_DOMAIN = 253;
  private static final int LONGEST_LABEL = 63;
  private static final int LONGEST = LONGEST_DOMAIN + 1 + LONGEST_DOMAIN + LONGEST_LABEL + 1;
  private static final String FORM =
      "must be a domain of two or more parts, a slash and a path, such as example.com/signer";

  private SignerName() {}

  static void check(Field name) {
    if (!name.isThere()) {
      return;
    }
    String[] parts = name.text().split("/", -1);
    if (parts.length != 2) {
      name.invalid(FORM);
      return;
    }
    if (parts[0].length() > LONGEST_DOMAIN) {
      name.tooLong(LONGEST_DOMAIN);
    }
    String[] labels = parts[0].split("\\.", -1);
    allAre(NameRule.DNS_LABEL, labels, name);
    if (labels.length < 2) {
      name.invalid(FORM);
    }
    allAre(NameRule.DNS_SUBDOMAIN, parts[1].split("\\.", -1), name);
    if (name.text().length() > LONGEST) {
      name.tooLong(LONGEST);
    }
  }

  // Only the first that is wrong is told.
  private static void allAre(NameRule rule, String[] labels, Field name) {
    for (String label : labels) {
      if (rule.problem(label).isPresent()) {
        name.invalid(rule.problem(label));
        return;
      }
    }
  }
}
