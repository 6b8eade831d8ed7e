package io.github.dratestkit.apiserver.describe;

import io.github.dratestkit.apiserver.ApiRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The health of the server, as a whole and by the names of the real server's checks, in its order
 * (1.37). A server that can answer is healthy, so every check that exists passes.
 */
final class HealthChecks {

  private static final List<String> ENDPOINTS = List.of("/healthz", "/livez", "/readyz");
  private static final List<String> SHARED =
      List.of(
          "poststarthook/start-apiserver-admission-initializer",
          "poststarthook/generic-apiserver-start-informers",
          "poststarthook/priority-and-fairness-config-consumer",
          "poststarthook/priority-and-fairness-filter",
          "poststarthook/storage-object-count-tracker-hook",
          "poststarthook/start-apiextensions-informers",
          "poststarthook/start-apiextensions-controllers",
          "poststarthook/crd-informer-synced",
          "poststarthook/start-system-namespaces-controller",
          "poststarthook/peer-endpoint-reconciler-controller",
          "poststarthook/start-cluster-authentication-info-controller",
          "poststarthook/start-kube-apiserver-identity-lease-controller",
          "poststarthook/start-kube-apiserver-identity-lease-garbage-collector",
          "poststarthook/storage-readiness",
          "poststarthook/start-legacy-token-tracking-controller",
          "poststarthook/start-service-ip-repair-controllers",
          "poststarthook/rbac/bootstrap-roles",
          "poststarthook/scheduling/bootstrap-system-priority-classes",
          "poststarthook/priority-and-fairness-config-producer",
          "poststarthook/bootstrap-controller",
          "poststarthook/start-kubernetes-service-cidr-controller",
          "poststarthook/start-kube-aggregator-informers",
          "poststarthook/apiservice-status-local-available-controller",
          "poststarthook/apiservice-status-remote-available-controller",
          "poststarthook/apiservice-registration-controller",
          "poststarthook/apiservice-discovery-controller",
          "poststarthook/kube-apiserver-autoregistration",
          "autoregister-completion",
          "poststarthook/apiservice-openapi-controller",
          "poststarthook/apiservice-openapiv3-controller");

  private HealthChecks() {}

  /** Returns what a path about health shows, or none if it is about something else. */
  static Optional<String> answer(String path, ApiRequest request) {
    for (String endpoint : ENDPOINTS) {
      if (path.equals(endpoint)) {
        return Optional.of(
            request.query().containsKey("verbose") ? verbose(endpoint, request) : "ok");
      }
      if (path.startsWith(endpoint + "/")
          && checks(endpoint).contains(path.substring(endpoint.length() + 1))) {
        return Optional.of("ok");
      }
    }
    return Optional.empty();
  }

  /** Returns the paths of all checks. */
  static List<String> paths() {
    List<String> paths = new ArrayList<>();
    for (String endpoint : ENDPOINTS) {
      paths.add(endpoint);
      checks(endpoint).forEach(check -> paths.add(endpoint + "/" + check));
    }
    return paths;
  }

  /** Returns the results of all checks as metrics show them. */
  static String metrics() {
    StringBuilder text =
        new StringBuilder(
            "# HELP kubernetes_healthcheck [STABLE] The result of a single check, 1 for passed.\n"
                + "# TYPE kubernetes_healthcheck gauge\n");
    for (String endpoint : ENDPOINTS) {
      for (String check : checks(endpoint)) {
        text.append("kubernetes_healthcheck{name=\"")
            .append(check)
            .append("\",type=\"")
            .append(endpoint.substring(1))
            .append("\"} 1\n");
      }
    }
    return text.toString();
  }

  private static List<String> checks(String endpoint) {
    boolean ready = endpoint.equals("/readyz");
    List<String> checks = new ArrayList<>(List.of("ping", "log"));
    checks.addAll(
        ready
            ? List.of("etcd", "etcd-readiness", "informer-sync")
            : List.of("loopback-serving-certificate", "etcd"));
    checks.addAll(SHARED);
    if (ready) {
      checks.add("shutdown");
    }
    return checks;
  }

  private static String verbose(String endpoint, ApiRequest request) {
    List<String> excluded = new ArrayList<>(request.query().getOrDefault("exclude", List.of()));
    StringBuilder text = new StringBuilder();
    for (String check : checks(endpoint)) {
      text.append("[+]")
          .append(check)
          .append(excluded.contains(check) ? " excluded: ok\n" : " ok\n");
    }
    excluded.removeAll(checks(endpoint));
    if (!excluded.isEmpty()) {
      text.append("warn: some health checks cannot be excluded: no matches for ")
          .append(String.join(",", excluded.stream().map(name -> '"' + name + '"').toList()))
          .append('\n');
    }
    return text.append(endpoint.substring(1)).append(" check passed\n").toString();
  }
}
