package io.github.dratestkit.apiserver.registry.kinds.extensions;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** How a server reaches a webhook (apiserver/pkg/util/webhook/validation.go, 1.37). */
final class WebhookClients {

  private static final int HTTPS = 443;

  private WebhookClients() {}

  /** Completes a configuration that names a service. */
  static void applyDefaults(ObjectNode config) {
    if (config.get("service") instanceof ObjectNode service) {
      Absent.number(service, "port", HTTPS);
    }
  }

  static void check(Field config) {
    if (config.has("url") == config.has("service")) {
      config.required("exactly one of url or service is required");
    } else if (config.has("url")) {
      url(config.at("url"));
    } else {
      service(config.at("service"));
    }
  }

  static void url(Field url) {
    URI parsed;
    try {
      parsed = new URI(url.text());
    } catch (URISyntaxException e) {
      url.required("url must be a valid URL; desired format: https://host[/path]");
      return;
    }
    if (!"https".equals(parsed.getScheme())) {
      url.invalid("'https' is the only allowed URL scheme; desired format: https://host[/path]");
    }
    if (parsed.getRawAuthority() == null) {
      url.invalid("host must be specified; desired format: https://host[/path]");
    } else if (parsed.getRawAuthority().contains("@")) {
      url.invalid("user information is not permitted in the URL");
    }
    if (!isEmpty(parsed.getRawFragment())) {
      url.invalid("fragments are not permitted in the URL");
    }
    if (!isEmpty(parsed.getRawQuery())) {
      url.invalid("query parameters are not permitted in the URL");
    }
  }

  private static boolean isEmpty(@Nullable String part) {
    return part == null || part.isEmpty();
  }

  static void service(Field service) {
    // The real server mixes up the two names.
    if (service.at("name").isEmpty()) {
      service.at("namespace").required("");
    }
    if (service.at("namespace").isEmpty()) {
      service.at("name").required("");
    }
    Formats.portNumber(service.at("port"));
    path(service.at("path"));
  }

  private static void path(Field path) {
    String text = path.text();
    if (text.isEmpty() || text.equals("/")) {
      return;
    }
    if (!text.startsWith("/")) {
      path.invalid("must start with a '/'");
    }
    String steps = text.substring(1);
    steps = steps.endsWith("/") ? steps.substring(0, steps.length() - 1) : steps;
    for (String step : List.of(steps.split("/", -1))) {
      if (step.isEmpty()) {
        path.invalid("segments may not be empty");
      } else {
        path.invalid(NameRule.DNS_SUBDOMAIN.problem(step));
      }
    }
  }
}
