package io.github.dratestkit.apiserver.registry.kinds.rules;

import io.github.dratestkit.apiserver.registry.NameRule;
import java.util.regex.Pattern;

/** A domain, a slash and a path (IsDomainPrefixedPath, apimachinery validation, 1.37). */
public final class DomainPath {

  private static final Pattern PATH = Pattern.compile("[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+");

  private DomainPath() {}

  public static void check(Field field) {
    if (!field.isThere()) {
      return;
    }
    int slash = field.text().indexOf('/');
    if (slash <= 0 || slash == field.text().length() - 1) {
      field.invalid("must be a domain-prefixed path (such as \"acme.io/foo\")");
      return;
    }
    field.invalid(NameRule.DNS_SUBDOMAIN.problem(field.text().substring(0, slash)));
    if (!PATH.matcher(field.text().substring(slash + 1)).matches()) {
      field.invalid("the path has other characters than those of paths in URLs");
    }
  }
}
