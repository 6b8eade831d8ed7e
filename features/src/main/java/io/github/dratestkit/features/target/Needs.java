package io.github.dratestkit.features.target;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a scenario needs of the server that it is played on, as its tags say: {@code @gate:X} a gate
 * that is on, {@code @gate-off:X} one that is off, {@code @serves:GROUP/VERSION} a version of an
 * API, {@code @since:1.36} the first Kubernetes version, {@code @roles} that roles decide who may
 * do what and kubelets may write what is of their nodes only.
 */
public record Needs(
    Set<String> gatesOn,
    Set<String> gatesOff,
    Set<String> served,
    KubernetesVersion since,
    Access access) {

  /** Who may do what. */
  public enum Access {
    /** The scenario is played by an administrator alone. */
    ANY,
    /** Roles decide, and kubelets are restricted to their nodes. */
    ROLES
  }

  private static final String GATE = "@gate:";
  private static final String GATE_OFF = "@gate-off:";
  private static final String SERVES = "@serves:";
  private static final String SINCE = "@since:";
  private static final String ROLES = "@roles";

  public Needs {
    gatesOn = Set.copyOf(gatesOn);
    gatesOff = Set.copyOf(gatesOff);
    served = Set.copyOf(served);
  }

  /** Reads the tags of a scenario; those that need nothing are passed over. */
  public static Needs ofTags(Collection<String> tags) {
    return new Needs(
        named(tags, GATE),
        named(tags, GATE_OFF),
        named(tags, SERVES),
        named(tags, SINCE).stream()
            .map(KubernetesVersion::parse)
            .max(KubernetesVersion::compareTo)
            .orElse(KubernetesVersion.V1_34),
        tags.contains(ROLES) ? Access.ROLES : Access.ANY);
  }

  private static Set<String> named(Collection<String> tags, String prefix) {
    Set<String> names = new TreeSet<>();
    for (String tag : tags) {
      if (tag.startsWith(prefix)) {
        names.add(tag.substring(prefix.length()));
      }
    }
    return names;
  }

  /** Returns why a server of this version cannot do, or empty if it can. */
  Optional<String> missingVersion(KubernetesVersion version) {
    return version.compareTo(since) < 0
        ? Optional.of("Kubernetes " + version + " is older than " + since)
        : Optional.empty();
  }

  /** Returns why a server with these gates does not do, or empty if it does. */
  Optional<String> missingGate(FeatureSet features) {
    Optional<String> off = gatesOn.stream().filter(gate -> !features.enabled(gate)).findFirst();
    Optional<String> on = gatesOff.stream().filter(features::enabled).findFirst();
    return off.map(gate -> "the feature gate " + gate + " is off")
        .or(() -> on.map(gate -> "the feature gate " + gate + " is on"));
  }
}
