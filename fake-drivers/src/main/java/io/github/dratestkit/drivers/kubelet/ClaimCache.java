package io.github.dratestkit.drivers.kubelet;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every claim that the kubelet has prepared or begun to, kept in its checkpoint over restarts. */
final class ClaimCache {

  private final Path checkpoint;
  private final Map<String, PreparedClaim> claims = new LinkedHashMap<>();

  /** Reads what the kubelet before has left. */
  ClaimCache(Path checkpoint) {
    this.checkpoint = checkpoint;
    Checkpoint.read(checkpoint).forEach(this::put);
  }

  Optional<PreparedClaim> find(String namespace, String name) {
    return Optional.ofNullable(claims.get(key(namespace, name)));
  }

  Collection<PreparedClaim> all() {
    return new ArrayList<>(claims.values());
  }

  List<PreparedClaim> ofPod(String podUid) {
    return claims.values().stream().filter(claim -> claim.pods().contains(podUid)).toList();
  }

  void put(PreparedClaim claim) {
    claims.put(key(claim.namespace(), claim.name()), claim);
  }

  void remove(PreparedClaim claim) {
    claims.remove(key(claim.namespace(), claim.name()), claim);
  }

  /** Writes everything down; what is not written is forgotten by a restart. */
  void save() {
    Checkpoint.write(checkpoint, claims.values());
  }

  private static String key(String namespace, String name) {
    return namespace + "/" + name;
  }
}
