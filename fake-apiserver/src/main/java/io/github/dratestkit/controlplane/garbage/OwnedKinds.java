package io.github.dratestkit.controlplane.garbage;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.Writes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The kinds that are looked after at the moment, and the way to write objects of each. */
final class OwnedKinds {

  private final ApiAccess access;
  private final List<OwnedKind> builtIn;
  private final Map<String, OwnedKind> defined = new LinkedHashMap<>();

  OwnedKinds(ApiAccess access, List<OwnedKind> builtIn) {
    this.access = access;
    this.builtIn = List.copyOf(builtIn);
  }

  /** Notes the kind of a definition, under the definition's name. */
  void put(String definition, OwnedKind kind) {
    defined.put(definition, kind);
  }

  void remove(String definition) {
    defined.remove(definition);
  }

  /** Returns the kind that an owner reference names, whatever its version. */
  Optional<OwnedKind> find(OwnerReference owner) {
    List<OwnedKind> all = new ArrayList<>(builtIn);
    all.addAll(defined.values());
    return all.stream()
        .filter(kind -> kind.isMeantBy(owner.getApiVersion(), owner.getKind()))
        .findFirst();
  }

  Writes writes(OwnedKind kind) {
    return kind.defined().map(access::to).orElse(access).writes();
  }
}
