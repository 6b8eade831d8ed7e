package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import java.util.List;
import java.util.Set;

/** Probes and hooks of containers (validateProbe and validateLifecycle, core validation, 1.37). */
final class ProbeValidation {

  private static final List<String> SCHEMES = List.of("HTTP", "HTTPS");
  private static final List<String> PROTOCOLS = List.of("HTTP1", "HTTP2");
  private static final List<String> MODES = List.of("Plaintext", "TLS");
  private static final List<String> NUMBERS =
      List.of(
          "initialDelaySeconds",
          "timeoutSeconds",
          "periodSeconds",
          "successThreshold",
          "failureThreshold");
  private static final List<String> OF_PROBES = List.of("exec", "httpGet", "tcpSocket", "grpc");
  private static final List<String> OF_HOOKS = List.of("exec", "httpGet", "tcpSocket", "sleep");
  private static final Set<String> WINDOWS_SIGNALS = Set.of("SIGKILL", "SIGTERM");
  private static final String LINUX_SIGNAL =
      "SIG(ABRT|ALRM|BUS|CHLD|CLD|CONT|FPE|HUP|ILL|INT|IO|IOT|KILL|PIPE|POLL|PROF|PWR|QUIT|SEGV"
          + "|STKFLT|STOP|SYS|TERM|TRAP|TSTP|TTIN|TTOU|URG|USR1|USR2|VTALRM|WINCH|XCPU|XFSZ"
          + "|RTMIN(\\+([1-9]|1[0-5]))?|RTMAX(-([1-9]|1[0-4]))?)";

  private ProbeValidation() {}

  static void all(Field container, PodScope pod) {
    Field lifecycle = container.at("lifecycle");
    for (String hook : List.of("postStart", "preStop")) {
      if (lifecycle.has(hook)) {
        handler(lifecycle.at(hook), OF_HOOKS, pod);
      }
    }
    if (lifecycle.has("stopSignal")) {
      stopSignal(lifecycle.at("stopSignal"), pod);
    }
    probe(container.at("livenessProbe"), pod);
    once(container.at("livenessProbe"));
    probe(container.at("readinessProbe"), pod);
    Field grace = container.at("readinessProbe", "terminationGracePeriodSeconds");
    if (grace.isSet()) {
      grace.invalid("must not be set for readinessProbes");
    }
    probe(container.at("startupProbe"), pod);
    once(container.at("startupProbe"));
  }

  private static void once(Field probe) {
    if (probe.isSet() && probe.at("successThreshold").number() != 1) {
      probe.at("successThreshold").invalid("must be 1");
    }
  }

  private static void probe(Field probe, PodScope pod) {
    if (!probe.isSet()) {
      return;
    }
    handler(probe, OF_PROBES, pod);
    NUMBERS.forEach(number -> probe.at(number).notNegative());
    Field grace = probe.at("terminationGracePeriodSeconds");
    if (grace.isSet() && grace.number() <= 0) {
      grace.invalid("must be greater than 0");
    }
  }

  private static void handler(Field handler, List<String> kinds, PodScope pod) {
    boolean found = false;
    for (String kind : kinds) {
      Field field = handler.at(kind);
      if (!field.isSet()) {
        continue;
      }
      if (found) {
        field.forbidden("may not specify more than 1 handler type");
      } else {
        action(kind, field, pod);
      }
      found = true;
    }
    if (!found) {
      handler.required("must specify a handler type");
    }
  }

  private static void action(String kind, Field action, PodScope pod) {
    switch (kind) {
      case "exec" -> action.at("command").isThere();
      case "httpGet" -> httpGet(action);
      case "tcpSocket" -> Formats.port(action.at("port"));
      case "grpc" -> {
        Formats.portNumber(action.at("port"));
        action.at("mode").oneOfIfSet(MODES);
      }
      default -> {
        long seconds = action.at("seconds").number();
        if (seconds < 0 || seconds > pod.gracePeriodSeconds()) {
          action.invalid("must be between 0 and terminationGracePeriodSeconds");
        }
      }
    }
  }

  private static void httpGet(Field get) {
    get.at("path").isThere();
    Formats.port(get.at("port"));
    get.at("scheme").oneOf(SCHEMES);
    for (Field header : get.at("httpHeaders").items()) {
      Formats.headerName(get.at("httpHeaders"), header.at("name").text());
    }
    Field protocol = get.at("protocol");
    protocol.oneOfIfSet(PROTOCOLS);
    if (protocol.text().equals("HTTP2")) {
      if (!get.at("scheme").text().equals("HTTP")) {
        protocol.invalid("is only supported with HTTP (H2C)");
      } else if (!get.at("host").isEmpty()) {
        get.at("host").invalid("must be empty when `protocol` is \"HTTP2\"");
      }
    }
  }

  private static void stopSignal(Field signal, PodScope pod) {
    if (!pod.namesOs()) {
      signal.forbidden("may not be set for containers with empty `spec.os.name`");
    } else if (pod.os().equals("windows")) {
      signal.oneOf(WINDOWS_SIGNALS);
    } else if (pod.os().equals("linux") && !signal.text().matches(LINUX_SIGNAL)) {
      signal.notSupported(List.of("SIGTERM", "SIGKILL", "..."));
    }
  }
}
