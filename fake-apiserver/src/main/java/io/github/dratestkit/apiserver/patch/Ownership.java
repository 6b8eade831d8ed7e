package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.codec.RecentlyUsed;
import io.github.dratestkit.apiserver.patch.Manager.Operation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Who owns which fields of one object: {@code metadata.managedFields} in a form to work with. */
final class Ownership {

  /** So many managers that update are told apart; the oldest beyond them share one entry. */
  private static final int UPDATERS = 10;

  private static final String ANCIENT = "ancient-changes";

  private static final RecentlyUsed<String, Instant> TIMES = new RecentlyUsed<>(64);

  private static final Comparator<Map.Entry<Manager, Owned>> SHOWN =
      Comparator.comparing((Map.Entry<Manager, Owned> entry) -> entry.getKey().operation())
          .thenComparing(entry -> entry.getValue().time().orElse(Instant.EPOCH))
          .thenComparing(entry -> entry.getKey().name())
          .thenComparing(entry -> entry.getValue().apiVersion())
          .thenComparing(entry -> entry.getKey().subresource());

  private final TreeMap<Manager, Owned> owners = new TreeMap<>();

  Ownership() {}

  Ownership(Ownership other) {
    owners.putAll(other.owners);
  }

  /**
   * Reads {@code managedFields}.
   *
   * @throws IllegalArgumentException if an entry cannot be read
   */
  static Ownership of(@Nullable JsonNode managedFields) {
    Ownership ownership = new Ownership();
    if (managedFields == null || !managedFields.isArray()) {
      return ownership;
    }
    for (JsonNode entry : managedFields) {
      String apiVersion = entry.path("apiVersion").asString("");
      Operation operation = Operation.named(entry.path("operation").asString(""));
      if (apiVersion.isEmpty()) {
        throw new IllegalArgumentException("apiVersion must not be empty");
      }
      if (!entry.path("fieldsType").asString("").equals("FieldsV1")) {
        throw new IllegalArgumentException("fieldsType must be `FieldsV1`");
      }
      Manager manager =
          Manager.of(
              entry.path("manager").asString(""),
              operation,
              apiVersion,
              entry.path("subresource").asString(""));
      Optional<Instant> time =
          entry.path("time").isString()
              ? Optional.of(TIMES.get(entry.path("time").stringValue(), Instant::parse))
              : Optional.empty();
      FieldSet fields = FieldSet.ofFieldsV1(entry.path("fieldsV1"));
      ownership.owners.put(manager, new Owned(fields, apiVersion, time));
    }
    return ownership;
  }

  /** Returns {@code managedFields}: who applies first, then by time and name. */
  ArrayNode toManagedFields() {
    List<Map.Entry<Manager, Owned>> entries = new ArrayList<>(owners.entrySet());
    entries.sort(SHOWN);
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (Map.Entry<Manager, Owned> entry : entries) {
      Manager manager = entry.getKey();
      Owned owned = entry.getValue();
      ObjectNode node = list.addObject();
      node.put("manager", manager.name());
      node.put("operation", manager.operation().text());
      node.put("apiVersion", owned.apiVersion());
      owned.time().ifPresent(time -> node.put("time", time.toString()));
      node.put("fieldsType", "FieldsV1");
      node.set("fieldsV1", owned.fields().toFieldsV1());
      if (!manager.subresource().isEmpty()) {
        node.put("subresource", manager.subresource());
      }
    }
    return list;
  }

  boolean isEmpty() {
    return owners.isEmpty();
  }

  Map<Manager, Owned> owners() {
    return owners;
  }

  @Nullable Owned of(Manager manager) {
    return owners.get(manager);
  }

  /** Sets what a manager owns; nothing ends its entry. */
  void set(Manager manager, Owned owned) {
    if (owned.fields().isEmpty()) {
      owners.remove(manager);
    } else {
      owners.put(manager, owned);
    }
  }

  /** Says whether the same managers own the same fields, whenever that was. */
  boolean sameFields(Ownership other) {
    if (!owners.keySet().equals(other.owners.keySet())) {
      return false;
    }
    return owners.entrySet().stream()
        .allMatch(
            entry -> {
              Owned others = other.owners.get(entry.getKey());
              return others != null
                  && others.apiVersion().equals(entry.getValue().apiVersion())
                  && others.fields().equals(entry.getValue().fields());
            });
  }

  /**
   * Puts the oldest updaters of a version together while there are too many of them. The first of a
   * version that is met keeps its entry until a second comes.
   */
  void capUpdaters() {
    List<Manager> updaters = new ArrayList<>();
    owners.keySet().stream()
        .filter(manager -> manager.operation() == Operation.UPDATE)
        .forEach(updaters::add);
    int count = updaters.size();
    if (count <= UPDATERS) {
      return;
    }
    updaters.sort(
        Comparator.comparing((Manager manager) -> owned(manager).time().orElse(Instant.EPOCH))
            .thenComparing(manager -> manager));
    Map<String, Manager> first = new HashMap<>();
    for (Manager manager : updaters) {
      if (count <= UPDATERS) {
        return;
      }
      Owned owned = owned(manager);
      Manager earlier = first.putIfAbsent(owned.apiVersion(), manager);
      if (earlier == null) {
        continue;
      }
      Manager bucket = Manager.of(ANCIENT, Operation.UPDATE, owned.apiVersion(), "");
      Owned known = owners.containsKey(bucket) ? owned(bucket) : owned(earlier);
      owners.remove(earlier);
      owners.remove(manager);
      owners.put(bucket, owned.with(owned.fields().union(known.fields())));
      count--;
    }
  }

  private Owned owned(Manager manager) {
    Owned owned = owners.get(manager);
    if (owned == null) {
      throw new IllegalStateException(manager + " owns nothing");
    }
    return owned;
  }
}
