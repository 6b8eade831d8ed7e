package io.github.dratestkit.controlplane.claims;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The claims that this controller has made within the last hour. While one is remembered it counts
 * as existing, also when somebody has deleted it since; that is how upstream does not make a claim
 * twice, and why a claim deleted by hand is not made again at once (its mutation cache, 1 h and
 * 1000 entries).
 */
final class MadeClaims {

  private static final Duration REMEMBERED = Duration.ofHours(1);
  private static final int MOST = 1000;

  private record Made(ResourceClaim claim, Instant forgottenAt) {}

  private record Purpose(String owner, String entry) {}

  private final Timers timers;
  private final Map<Purpose, ObjectKey> byPurpose = new HashMap<>();
  private final Map<ObjectKey, Made> made =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ObjectKey, Made> eldest) {
          if (size() <= MOST) {
            return false;
          }
          purposeOf(eldest.getValue().claim()).ifPresent(byPurpose::remove);
          return true;
        }
      };

  MadeClaims(Timers timers) {
    this.timers = timers;
  }

  void add(ResourceClaim claim) {
    made.put(ObjectKey.of(claim), new Made(claim, timers.instant().plus(REMEMBERED)));
    purposeOf(claim).ifPresent(purpose -> byPurpose.put(purpose, ObjectKey.of(claim)));
  }

  Optional<ResourceClaim> get(ObjectKey key) {
    return Optional.ofNullable(made.get(key)).filter(this::isRemembered).map(Made::claim);
  }

  /** Returns the claim that was made for an entry of the owner with a uid. */
  Optional<ResourceClaim> madeFor(String ownerUid, String entry) {
    return Optional.ofNullable(byPurpose.get(new Purpose(ownerUid, entry))).flatMap(this::get);
  }

  private static Optional<Purpose> purposeOf(ResourceClaim claim) {
    return ClaimTemplates.entryOf(claim)
        .flatMap(
            entry ->
                PodClaims.controllerOf(claim).map(owner -> new Purpose(owner.getUid(), entry)));
  }

  private boolean isRemembered(Made entry) {
    return entry.forgottenAt().isAfter(timers.instant());
  }
}
