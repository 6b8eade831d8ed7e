package io.github.dratestkit.apiserver;

import io.github.dratestkit.apiserver.registry.Target;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.status.WarningHeader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Warns of versions of the API that will go away, with every answer about them (1.37). A refusal
 * carries the warning too.
 */
final class Deprecations {

  private static final int NEVER = 0;

  /**
   * What becomes of a kind in a version.
   *
   * @param since the minor version that first warns
   * @param until the minor version that no longer serves it, or {@link #NEVER}
   * @param successor what to use instead, or empty
   */
  private record Fate(int since, int until, String successor) {}

  private static final Map<String, Fate> FATES = fates();

  private Deprecations() {}

  /** Returns an answer with the warning that belongs to what was asked for. */
  static ApiResponse warn(Target target, ApiResponse response) {
    Optional<String> warning = warning(target);
    if (warning.isEmpty()) {
      return response;
    }
    List<String> warnings = new ArrayList<>(List.of(WarningHeader.of(warning.get())));
    warnings.addAll(response.headers().getOrDefault(WarningHeader.NAME, List.of()));
    return response.withHeader(WarningHeader.NAME, warnings);
  }

  /** Returns the text of the warning, or none if the version stays. */
  static Optional<String> warning(Target target) {
    GroupVersionKind kind = target.resource().kind();
    if (target.resource().definition().isPresent()) {
      return target.resource().definition().get().deprecation();
    }
    return Optional.ofNullable(FATES.get(kind.apiVersion() + " " + kind.kind()))
        .map(fate -> text(kind, fate));
  }

  private static String text(GroupVersionKind kind, Fate fate) {
    return "%s %s is deprecated in v1.%d+".formatted(kind.apiVersion(), kind.kind(), fate.since)
        + (fate.until == NEVER ? "" : ", unavailable in v1." + fate.until + "+")
        + (fate.successor.isEmpty() ? "" : "; use " + fate.successor);
  }

  // The binary's version counts, not the one that it emulates, so that 1.34 warns of the same.
  private static Map<String, Fate> fates() {
    Map<String, Fate> fates = new HashMap<>();
    put(fates, "v1", List.of("ComponentStatus"), new Fate(19, NEVER, ""));
    put(
        fates,
        "v1",
        List.of("Endpoints"),
        new Fate(33, NEVER, "discovery.k8s.io/v1 EndpointSlice"));
    List<String> devices =
        List.of("ResourceClaim", "ResourceClaimTemplate", "ResourceSlice", "DeviceClass");
    put(fates, "resource.k8s.io/v1beta1", devices, new Fate(35, 38, ""));
    put(fates, "resource.k8s.io/v1beta2", devices, new Fate(36, 39, ""));
    put(fates, "resource.k8s.io/v1alpha3", List.of("DeviceTaintRule"), new Fate(36, 39, ""));
    put(fates, "coordination.k8s.io/v1beta1", List.of("LeaseCandidate"), new Fate(36, 39, ""));
    put(fates, "coordination.k8s.io/v1alpha2", List.of("LeaseCandidate"), new Fate(35, 38, ""));
    List<String> bundles = List.of("ClusterTrustBundle");
    replaced(fates, "certificates.k8s.io", bundles);
    replaced(fates, "certificates.k8s.io", List.of("PodCertificateRequest"));
    put(fates, "certificates.k8s.io/v1alpha1", bundles, new Fate(34, 37, ""));
    replaced(fates, "storagemigration.k8s.io", List.of("StorageVersionMigration"));
    List<String> policies = List.of("MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding");
    replaced(fates, "admissionregistration.k8s.io", policies);
    put(fates, "admissionregistration.k8s.io/v1alpha1", policies, new Fate(35, 38, ""));
    put(fates, "networking.k8s.io/v1beta1", List.of("IPAddress"), new Fate(34, 37, ""));
    put(fates, "networking.k8s.io/v1beta1", List.of("ServiceCIDR"), new Fate(34, 37, ""));
    put(fates, "storage.k8s.io/v1beta1", List.of("VolumeAttributesClass"), new Fate(34, 37, ""));
    return fates;
  }

  /** The first beta of kinds that are stable since 1.37. */
  private static void replaced(Map<String, Fate> fates, String group, List<String> kinds) {
    for (String kind : kinds) {
      put(fates, group + "/v1beta1", List.of(kind), new Fate(37, 40, group + "/v1 " + kind));
    }
  }

  private static void put(Map<String, Fate> fates, String version, List<String> kinds, Fate fate) {
    kinds.forEach(kind -> fates.put(version + " " + kind, fate));
  }
}
