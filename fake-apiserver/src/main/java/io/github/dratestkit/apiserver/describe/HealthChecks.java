package io.github.dratestkit.apiserver.describe;

import io.github.dratestkit.apiserver.ApiRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The health of the server, as a whole and by the names of the real server's checks (1.37). A
 * server that can answer is healthy, so every check that exists passes.
 */
final class HealthChecks {

  private static final List<String> SHARED =
      List.of(
          "autoregister-completion",
          "etcd",
          "log",
          "ping",
          "poststarthook/apiservice-discovery-controller",
          "poststarthook/apiservice-openapi-controller",
          "poststarthook/apiservice-openapiv3-controller",
          "poststarthook/apiservice-registration-controller",
          "poststarthook/apiservice-status-local-available-controller",
          "poststarthook/apiservice-status-remote-available-controller",
          "poststarthook/bootstrap-controller",
          "poststarthook/crd-informer-synced",
          "poststarthook/generic-apiserver-start-informers",
          "poststarthook/kube-apiserver-autoregistration",
          "poststarthook/peer-endpoint-reconciler-controller",
          "poststarthook/priority-and-fairness-config-consumer",
          "poststarthook/priority-and-fairness-config-producer",
          "poststarthook/priority-and-fairness-filter",
          "poststarthook/rbac/bootstrap-roles",
          "poststarthook/scheduling/bootstrap-system-priority-classes",
          "poststarthook/start-apiextensions-controllers",
          "poststarthook/start-apiextensions-informers",
          "poststarthook/start-apiserver-admission-initializer",
          "poststarthook/start-cluster-authentication-info-controller",
          "poststarthook/start-kube-aggregator-informers",
          "poststarthook/start-kube-apiserver-identity-lease-controller",
          "poststarthook/start-kube-apiserver-identity-lease-garbage-collector",
          "poststarthook/start-kubernetes-service-cidr-controller",
          "poststarthook/start-legacy-token-tracking-controller",
          "poststarthook/start-service-ip-repair-controllers",
          "poststarthook/start-system-namespaces-controller",
          "poststarthook/storage-object-count-tracker-hook",
          "poststarthook/storage-readiness");

  private HealthChecks() {}

  /** Returns what a path about health shows, or none if it is about something else. */
  static Optional<String> answer(String path, ApiRequest request) {
    for (String endpoint : List.of("/healthz", "/livez", "/readyz")) {
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
    for (String endpoint : List.of("/healthz", "/livez", "/readyz")) {
      paths.add(endpoint);
      checks(endpoint).forEach(check -> paths.add(endpoint + "/" + check));
    }
    return paths;
  }

  private static TreeSet<String> checks(String endpoint) {
    TreeSet<String> checks = new TreeSet<>(SHARED);
    checks.addAll(
        endpoint.equals("/readyz")
            ? List.of("etcd-readiness", "informer-sync", "shutdown")
            : List.of("loopback-serving-certificate"));
    return checks;
  }

  private static String verbose(String endpoint, ApiRequest request) {
    List<String> excluded = request.query().getOrDefault("exclude", List.of());
    StringBuilder text = new StringBuilder();
    for (String check : checks(endpoint)) {
      text.append("[+]")
          .append(check)
          .append(excluded.contains(check) ? " excluded: ok\n" : " ok\n");
    }
    return text.append(endpoint.substring(1)).append(" check passed\n").toString();
  }
}
