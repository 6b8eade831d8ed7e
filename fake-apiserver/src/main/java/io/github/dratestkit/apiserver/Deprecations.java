package io.github.dratestkit.apiserver;

import io.github.dratestkit.apiserver.registry.Target;
import io.github.dratestkit.apiserver.status.WarningHeader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Warns of versions of the API that will go away, with every answer about them (1.37). A refusal
 * carries the warning too.
 */
final class Deprecations {

  private static final String DRA = "resource.k8s.io/";
  private static final Set<String> STABLE_IN_V1BETA2 =
      Set.of("ResourceClaim", "ResourceClaimTemplate", "ResourceSlice", "DeviceClass");

  private Deprecations() {}

  /** Returns an answer with the warning that belongs to what was asked for. */
  static ApiResponse warn(Target target, ApiResponse response) {
    Optional<String> warning = warning(target);
    if (warning.isEmpty()) {
      return response;
    }
    Map<String, List<String>> headers = new LinkedHashMap<>(response.headers());
    List<String> warnings = new ArrayList<>(List.of(WarningHeader.of(warning.get())));
    warnings.addAll(headers.getOrDefault(WarningHeader.NAME, List.of()));
    headers.put(WarningHeader.NAME, warnings);
    if (response instanceof ApiResponse.Complete complete) {
      return new ApiResponse.Complete(complete.code(), headers, complete.body());
    }
    return new ApiResponse.Streaming(headers, ((ApiResponse.Streaming) response).frames());
  }

  /** Returns the text of the warning, or none if the version stays. */
  static Optional<String> warning(Target target) {
    String version = target.resource().kind().apiVersion();
    String kind = target.resource().kind().kind();
    return switch (version) {
      case "v1" ->
          kind.equals("Endpoints")
              ? Optional.of(
                  "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice")
              : kind.equals("ComponentStatus")
                  ? Optional.of("v1 ComponentStatus is deprecated in v1.19+")
                  : Optional.empty();
      case "certificates.k8s.io/v1beta1",
          "storagemigration.k8s.io/v1beta1",
          "admissionregistration.k8s.io/v1beta1" -> {
        String stable = version.substring(0, version.indexOf('/')) + "/v1 " + kind;
        yield Optional.of(text(version, kind, 37, 40) + "; use " + stable);
      }
      case "admissionregistration.k8s.io/v1alpha1", "coordination.k8s.io/v1alpha2" ->
          Optional.of(text(version, kind, 35, 38));
      case "coordination.k8s.io/v1beta1" -> Optional.of(text(version, kind, 36, 39));
      case DRA + "v1beta1" -> Optional.of(text(version, kind, 35, 38));
      case DRA + "v1beta2" ->
          STABLE_IN_V1BETA2.contains(kind)
              ? Optional.of(text(version, kind, 36, 39))
              : Optional.empty();
      case DRA + "v1alpha3" ->
          kind.equals("DeviceTaintRule")
              ? Optional.of(text(version, kind, 36, 39))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static String text(String version, String kind, int since, int until) {
    return version
        + " "
        + kind
        + " is deprecated in v1."
        + since
        + "+, unavailable in v1."
        + until
        + "+";
  }
}
