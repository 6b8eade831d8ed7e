package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.registry.Labels;
import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.status.FieldError;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The forms of names in the API (pkg/apis/resource/validation and apimachinery's strfmt.go, 1.37).
 * Each method says what is wrong with one text at one field. Lengths are in bytes.
 */
final class Formats {

  private static final int DRIVER_LIMIT = 63;
  private static final int POOL_LIMIT = 253;
  private static final int IDENTIFIER_LIMIT = 32;
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern UUID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

  private Formats() {}

  /** The longest key of a map whose keys are domain and identifier. */
  static final int QUALIFIED_NAME_LIMIT = DRIVER_LIMIT + 1 + IDENTIFIER_LIMIT;

  static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  static void dnsLabel(String text, String path, Findings findings) {
    NameRule.DNS_LABEL.problem(text).ifPresent(problem -> findings.invalid(path, text, problem));
  }

  static void dnsSubdomain(String text, String path, Findings findings) {
    NameRule.DNS_SUBDOMAIN
        .problem(text)
        .ifPresent(problem -> findings.invalid(path, text, problem));
  }

  static void dnsSubdomainOfAnyCase(String text, String path, Findings findings) {
    NameRule.DNS_SUBDOMAIN
        .problem(text.toLowerCase(Locale.ROOT))
        .ifPresent(problem -> findings.invalid(path, text, problem));
  }

  static void labelKey(String text, String path, Findings findings) {
    Labels.keyProblems(text).forEach(problem -> findings.invalid(path, text, problem));
  }

  static void labelValue(String text, String path, Findings findings) {
    Labels.valueProblem(text).ifPresent(problem -> findings.invalid(path, text, problem));
  }

  /** A driver's name: a DNS subdomain of any case, at most 63 bytes. */
  static void driver(String text, String path, Findings findings) {
    if (text.isEmpty()) {
      findings.required(path, "the name of a driver, such as gpu.example.com");
      return;
    }
    if (bytes(text) > DRIVER_LIMIT) {
      findings.add(FieldError.tooLong(path, DRIVER_LIMIT));
    }
    dnsSubdomainOfAnyCase(text, path, findings);
  }

  /** A pool's name: DNS subdomains joined by slashes, at most 253 bytes. */
  static void pool(String text, String path, Findings findings) {
    if (text.isEmpty()) {
      findings.required(path, "the name of a pool, such as the name of its node");
      return;
    }
    poolParts(text, path, findings);
  }

  /** A pool's name that must not be empty either, but then is invalid and not missing. */
  static void poolParts(String text, String path, Findings findings) {
    if (bytes(text) > POOL_LIMIT) {
      findings.add(FieldError.tooLong(path, POOL_LIMIT));
    }
    for (String part : text.split("/", -1)) {
      dnsSubdomain(part, path, findings);
    }
  }

  /** A C identifier of at most 32 bytes. */
  static void identifier(String text, String path, Findings findings) {
    if (bytes(text) > IDENTIFIER_LIMIT) {
      findings.add(FieldError.tooLong(path, IDENTIFIER_LIMIT));
    }
    if (!IDENTIFIER.matcher(text).matches()) {
      findings.invalid(
          path, text, "must be a C identifier: letters, digits and '_', not starting with a digit");
    }
  }

  /**
   * An identifier, or a domain, a slash and an identifier. Upstream looks at names of one or two
   * parts only, so a name with more slashes passes.
   */
  static void qualifiedName(String text, String path, Findings findings) {
    String[] parts = text.split("/", -1);
    if (parts.length == 1) {
      identifier(text, path, findings);
    } else if (parts.length == 2) {
      if (parts[0].isEmpty()) {
        findings.invalid(path, "", "the domain before the slash must not be empty");
      } else {
        driver(parts[0], path, findings);
      }
      namePart(parts[1], path, findings);
    }
  }

  /** A domain, a slash and an identifier. */
  static void fullyQualifiedName(String text, String path, Findings findings) {
    qualifiedName(text, path, findings);
    domainRequired(text, path, findings);
  }

  /** The same as declared rules see it, for whom a domain is in lower case. */
  static void lowerCaseFullyQualifiedName(String text, String path, Findings findings) {
    String[] parts = text.split("/", -1);
    if (parts.length == 1) {
      identifier(text, path, findings);
    } else if (parts.length == 2) {
      if (parts[0].isEmpty()) {
        findings.invalid(path, "", "the domain before the slash must not be empty");
      } else {
        if (bytes(parts[0]) > DRIVER_LIMIT) {
          findings.add(FieldError.tooLong(path, DRIVER_LIMIT));
        }
        dnsSubdomain(parts[0], path, findings);
      }
      namePart(parts[1], path, findings);
    }
    domainRequired(text, path, findings);
  }

  private static void namePart(String name, String path, Findings findings) {
    if (name.isEmpty()) {
      findings.invalid(path, "", "the name after the slash must not be empty");
    } else {
      identifier(name, path, findings);
    }
  }

  private static void domainRequired(String text, String path, Findings findings) {
    if (text.indexOf('/') < 0) {
      findings.invalid(path, text, "must be a domain and a name with a slash between them");
    }
  }

  static void uuid(String text, String path, Findings findings) {
    if (!UUID.matcher(text).matches()) {
      findings.invalid(
          path, text, "must be a UUID of lowercase hexadecimal digits in the form 8-4-4-4-12");
    }
  }

  /** One segment of a path: neither . nor .. and without / and %. */
  static void pathSegment(String text, String path, Findings findings) {
    if (text.equals(".") || text.equals("..")) {
      findings.invalid(path, text, "must not be \".\" or \"..\"");
    } else if (text.contains("/") || text.contains("%")) {
      findings.invalid(path, text, "must not contain \"/\" or \"%\"");
    }
  }

  /** The name of an extended resource: a domain that is not Kubernetes' own, and a name. */
  static void extendedResource(String text, String path, Findings findings) {
    if (text.indexOf('/') < 0) {
      findings.invalid(path, text, "must be a domain and a name, such as example.com/gpu");
    } else if (text.contains("kubernetes.io/")) {
      findings.invalid(path, text, "must not be in the domain kubernetes.io");
    }
    if (text.startsWith("requests.")) {
      findings.invalid(path, text, "must not start with \"requests.\"");
    }
    labelKey("requests." + text, path, findings);
  }

  static void oneOf(String text, List<String> supported, String path, Findings findings) {
    if (!supported.contains(text)) {
      findings.add(FieldError.notSupported(path, text, supported));
    }
  }
}
