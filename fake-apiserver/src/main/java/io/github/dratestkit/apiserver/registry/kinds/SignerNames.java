package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import java.util.List;
import java.util.Optional;

/** Names of signers: a domain and a path (pkg/apis/core/validation/names.go, 1.37). */
final class SignerNames {

  private static final int DOMAIN_LIMIT = 253;
  private static final int PATH_LIMIT = 253 + 63 + 1;

  private SignerNames() {}

  static void check(Field name) {
    if (!name.isThere()) {
      return;
    }
    List<String> parts = List.of(name.text().split("/", -1));
    if (parts.size() != 2) {
      name.invalid("must be a domain and a path, such as example.com/signer-name");
      return;
    }
    List<String> domain = List.of(parts.get(0).split("\\.", -1));
    if (parts.get(0).length() > DOMAIN_LIMIT) {
      name.tooLong(DOMAIN_LIMIT);
    }
    firstProblem(domain, NameRule.DNS_LABEL).ifPresent(name::invalid);
    if (domain.size() < 2) {
      name.invalid("must have a domain of at least two parts with dots between them");
    }
    List<String> path = List.of(parts.get(1).split("\\.", -1));
    firstProblem(path, NameRule.DNS_SUBDOMAIN).ifPresent(name::invalid);
    if (parts.get(1).length() > PATH_LIMIT) {
      name.tooLong(PATH_LIMIT);
    }
  }

  private static Optional<String> firstProblem(List<String> labels, NameRule rule) {
    return labels.stream().flatMap(label -> rule.problem(label).stream()).findFirst();
  }
}
