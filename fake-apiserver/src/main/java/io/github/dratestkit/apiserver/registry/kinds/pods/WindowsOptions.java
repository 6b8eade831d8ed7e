package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import java.util.regex.Pattern;

/** The options of containers on Windows (core validation, 1.37). */
final class WindowsOptions {

  private static final int LONGEST_CREDENTIAL = 64 << 10;
  private static final int LONGEST_DOMAIN = 255;
  private static final int LONGEST_USER = 104;
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
  private static final Pattern NETBIOS = Pattern.compile("[^\\\\/:*?\"<>|.][^\\\\/:*?\"<>|]{0,14}");
  private static final String LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";
  private static final Pattern DNS = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*");
  private static final Pattern DOTS_AND_SPACES = Pattern.compile("[. ]+");
  private static final Pattern NOT_OF_USERS = Pattern.compile("[\"/\\\\:;|=,+*?<>@\\[\\]]");

  private WindowsOptions() {}

  static void check(Field options) {
    Field name = options.at("gmsaCredentialSpecName");
    if (name.isSet()) {
      name.invalid(NameRule.DNS_SUBDOMAIN.problem(name.text()));
    }
    Field credential = options.at("gmsaCredentialSpec");
    if (credential.isSet()
        && (credential.isEmpty() || credential.text().length() > LONGEST_CREDENTIAL)) {
      credential.invalid("must not be empty and at most 64 KiB");
    }
    if (options.has("runAsUserName")) {
      user(options.at("runAsUserName"));
    }
  }

  private static void user(Field field) {
    String text = field.text();
    String[] parts = text.split("\\\\", -1);
    if (text.isEmpty() || CONTROL.matcher(text).find() || parts.length > 2) {
      field.invalid("must be a user, or a domain, a backslash and a user");
      return;
    }
    String user = parts[parts.length - 1];
    boolean domain = parts.length == 2;
    if (domain && parts[0].length() > LONGEST_DOMAIN) {
      field.invalid("the domain must be under 256 characters");
    }
    if (domain && !NETBIOS.matcher(parts[0]).matches() && !DNS.matcher(parts[0]).matches()) {
      field.invalid("the domain is neither a NetBios nor a DNS name");
    }
    if (user.isEmpty() || user.length() > LONGEST_USER) {
      field.invalid("the user has 1 to 104 characters");
    }
    if (DOTS_AND_SPACES.matcher(user).matches() || NOT_OF_USERS.matcher(user).find()) {
      field.invalid("the user has other characters than these: \"/\\:;|=,+*?<>@[]");
    }
  }
}
