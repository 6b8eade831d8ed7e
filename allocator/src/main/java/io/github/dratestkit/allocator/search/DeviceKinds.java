package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.AttributeValue;
import io.github.dratestkit.allocator.inventory.CapacityDemand;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.CounterUse;
import io.github.dratestkit.allocator.value.Quantity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which devices can stand for each other. Devices of one <em>kind</em> are alike in everything that
 * the search looks at, names apart. Kinds are joined into a <em>component</em> if they draw from
 * one counter set or share a value that a constraint compares. Components of one <em>class</em> are
 * alike after their counter sets and attribute values are renamed, as the partitions of two equal
 * GPUs are, or the devices under two equal PCIe roots.
 *
 * <p>Argument: nothing but a counter set or a compared value connects two devices, so exchanging
 * two components of a class that are in the same state, or two devices of a kind in the same state,
 * turns every solution into another solution.
 */
final class DeviceKinds {

  /** A value that some constraint compares. */
  record Value(int claim, int constraint, AttributeValue.Type type, Object value) {}

  /** A counter set of a pool. */
  record CounterSetId(int pool, String name) {}

  /** What the devices of one kind have in common. */
  record Kind(int number, int[] members, List<CounterUse> draws, int pool, List<Value> values) {

    /** The kinds of one search are told apart by their numbers, which is much faster. */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Kind kind && kind.number == number;
    }

    @Override
    public int hashCode() {
      return number;
    }
  }

  /** Kinds that are connected, with the numbers that their sets and values have within it. */
  record Component(
      int componentClass,
      List<Kind> kinds,
      Map<CounterSetId, List<String>> counterSets,
      Map<Value, Integer> values) {}

  static final int NONE = -1;

  private final Eligibility eligibility;
  private final Candidates candidates;
  private final DeviceTests tests;
  private final Reservations reservations;
  private final Function<CompiledDevice, Object> likeness;
  private final List<Kind> kinds = new ArrayList<>();
  private final List<Component> components = new ArrayList<>();
  private final int[] kindOf;
  private final int[] componentOfKind;
  private final int[] localOfKind;
  private final Map<Value, Integer> componentOfValue = new HashMap<>();

  /**
   * @param likeness what devices must have in common besides everything that the search looks at
   */
  DeviceKinds(
      Eligibility eligibility,
      Candidates candidates,
      DeviceTests tests,
      Reservations reservations,
      Function<CompiledDevice, Object> likeness) {
    this.likeness = likeness;
    this.eligibility = eligibility;
    this.candidates = candidates;
    this.tests = tests;
    this.reservations = reservations;
    this.kindOf = new int[candidates.size()];
    Arrays.fill(kindOf, NONE);
    findKinds();
    this.componentOfKind = new int[kinds.size()];
    this.localOfKind = new int[kinds.size()];
    findComponents();
  }

  List<Kind> kinds() {
    return kinds;
  }

  List<Component> components() {
    return components;
  }

  /** Returns the number of the device's kind, or {@link #NONE} if no alternative can get it. */
  int kindOf(int candidate) {
    return kindOf[candidate];
  }

  int componentOf(int candidate) {
    return componentOfKind[kindOf[candidate]];
  }

  /** Returns the number of the device's kind within its component. */
  int localKindOf(int candidate) {
    return localOfKind[kindOf[candidate]];
  }

  /** Returns the component with this value, or null if no device that could be chosen has it. */
  int componentOf(Value value) {
    return componentOfValue.getOrDefault(value, NONE);
  }

  /**
   * Returns the value that the constraint compares if the alternative gets a device of the kind.
   */
  @Nullable AttributeValue valueOf(Constraint constraint, Alternative alternative, Kind kind) {
    return constraint.valueOf(alternative, candidates.device(kind.members()[0]));
  }

  private void findKinds() {
    Map<List<Object>, List<Integer>> alike = new LinkedHashMap<>();
    for (int candidate = 0; candidate < candidates.size(); candidate++) {
      if (isEligibleAtAll(candidate)) {
        List<Object> signature = features(candidate);
        signature.add(candidates.poolOf(candidate));
        signature.add(drawsOf(candidate));
        signature.add(valuesOf(candidate));
        alike.computeIfAbsent(signature, key -> new ArrayList<>()).add(candidate);
      }
    }
    for (List<Integer> members : alike.values()) {
      int first = members.get(0);
      members.forEach(member -> kindOf[member] = kinds.size());
      kinds.add(
          new Kind(
              kinds.size(),
              members.stream().mapToInt(Integer::intValue).toArray(),
              candidates.device(first).counterUses(),
              candidates.poolOf(first),
              valuesOf(first)));
    }
  }

  private List<Object> drawsOf(int candidate) {
    List<Object> draws = new ArrayList<>();
    for (CounterUse use : candidates.device(candidate).counterUses()) {
      draws.add(use.counterSet());
      draws.add(use.compatibilityGroups());
      use.counters()
          .forEach(
              (name, amount) ->
                  draws.add(List.of(name, amount.toBigDecimal().stripTrailingZeros())));
    }
    return draws;
  }

  private boolean isEligibleAtAll(int candidate) {
    for (ClaimPlan claim : eligibility.claims()) {
      for (RequestPlan request : claim.requests()) {
        for (Alternative alternative : request.alternatives()) {
          if (eligibility.isEligible(alternative, candidate)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Returns everything that matters about a device except its counter sets and values. */
  private List<Object> features(int candidate) {
    List<Object> features = new ArrayList<>();
    for (ClaimPlan claim : eligibility.claims()) {
      for (RequestPlan request : claim.requests()) {
        for (Alternative alternative : request.alternatives()) {
          boolean possible = eligibility.isEligible(alternative, candidate);
          features.add(possible);
          features.add(eligibility.failsSelection(alternative, candidate));
          if (possible && reservations.isShareable(candidate)) {
            features.add(amounts(tests.amounts(alternative, candidate)));
          }
        }
      }
    }
    CompiledDevice device = candidates.device(candidate);
    features.add(likeness.apply(device));
    features.add(eligibility.isAlone(candidate) ? candidate : DeviceKinds.NONE);
    features.add(reservations.isShareable(candidate));
    features.add(candidates.use(candidate).exclusive());
    features.add(candidates.use(candidate).isShared());
    if (reservations.isShareable(candidate)) {
      features.add(plain(reservations.capacities().left(candidate)));
    }
    features.add(
        !device.counterUses().isEmpty() && reservations.countersOf(candidate).isOverdrawn());
    return features;
  }

  private static List<BigDecimal> plain(BigDecimal[] values) {
    return Arrays.stream(values).map(BigDecimal::stripTrailingZeros).toList();
  }

  private static List<Object> amounts(CapacityDemand.@Nullable Amounts amounts) {
    List<Object> plain = new ArrayList<>();
    if (amounts != null) {
      for (Map.Entry<String, Quantity> amount : amounts.amounts().entrySet()) {
        plain.add(amount.getKey());
        plain.add(amount.getValue().toBigDecimal().stripTrailingZeros());
      }
    }
    return plain;
  }

  /** Returns the values that constraints would compare, in a fixed order. */
  private List<Value> valuesOf(int candidate) {
    LinkedHashSet<Value> values = new LinkedHashSet<>();
    CompiledDevice device = candidates.device(candidate);
    for (int i = 0; i < eligibility.claims().size(); i++) {
      ClaimPlan claim = eligibility.claims().get(i);
      for (int j = 0; j < claim.constraints().size(); j++) {
        Constraint constraint = claim.constraints().get(j);
        for (RequestPlan request : claim.requests()) {
          for (Alternative alternative : request.alternatives()) {
            if (constraint.appliesTo(alternative)
                && eligibility.isEligible(alternative, candidate)) {
              AttributeValue value = constraint.valueOf(alternative, device);
              // Which alternative sees a value matters: a mark keeps the positions apart.
              String mark = alternative.ordinal() + (value == null ? "" : "," + value.scalar());
              values.add(new Value(i, j, AttributeValue.Type.UNKNOWN, mark));
              if (value != null) {
                for (Object element : sorted(value)) {
                  values.add(new Value(i, j, value.type(), element));
                }
              }
            }
          }
        }
      }
    }
    return List.copyOf(values);
  }

  private static List<Object> sorted(AttributeValue value) {
    List<Object> elements = new ArrayList<>(value.values());
    elements.sort((a, b) -> a.toString().compareTo(b.toString()));
    return elements;
  }

  private void findComponents() {
    int[] parent = new int[kinds.size()];
    for (int i = 0; i < parent.length; i++) {
      parent[i] = i;
    }
    Map<Object, Integer> owner = new HashMap<>();
    for (Kind kind : kinds) {
      for (CounterUse use : kind.draws()) {
        join(parent, owner, new CounterSetId(kind.pool(), use.counterSet()), kind.number());
      }
      for (Value value : kind.values()) {
        if (value.type() != AttributeValue.Type.UNKNOWN) {
          join(parent, owner, value, kind.number());
        }
      }
    }
    Map<Integer, List<Kind>> groups = new TreeMap<>();
    for (Kind kind : kinds) {
      groups.computeIfAbsent(root(parent, kind.number()), key -> new ArrayList<>()).add(kind);
    }
    Map<List<Object>, Integer> classes = new HashMap<>();
    groups.values().forEach(group -> addComponent(group, classes));
  }

  private static void join(int[] parent, Map<Object, Integer> owner, Object link, int kind) {
    Integer other = owner.putIfAbsent(link, kind);
    if (other != null) {
      parent[root(parent, kind)] = root(parent, other);
    }
  }

  private static int root(int[] parent, int kind) {
    int root = kind;
    while (parent[root] != root) {
      parent[root] = parent[parent[root]];
      root = parent[root];
    }
    return root;
  }

  private void addComponent(List<Kind> group, Map<List<Object>, Integer> classes) {
    Map<CounterSetId, List<String>> sets = new LinkedHashMap<>();
    Map<Value, Integer> values = new LinkedHashMap<>();
    List<Object> signature = new ArrayList<>();
    int local = 0;
    for (Kind kind : group) {
      componentOfKind[kind.number()] = components.size();
      localOfKind[kind.number()] = local++;
      int first = kind.members()[0];
      signature.add(features(first));
      signature.add(kind.members().length);
      for (CounterUse use : kind.draws()) {
        CounterSetId set = new CounterSetId(kind.pool(), use.counterSet());
        sets.computeIfAbsent(set, key -> countersOf(first, use.counterSet(), signature));
        signature.add(List.copyOf(sets.keySet()).indexOf(set));
        use.counters()
            .forEach(
                (name, amount) -> {
                  signature.add(name);
                  signature.add(amount.toBigDecimal().stripTrailingZeros());
                });
        signature.add(use.compatibilityGroups());
      }
      for (Value value : kind.values()) {
        signature.add(value.constraint());
        signature.add(value.claim());
        if (value.type() == AttributeValue.Type.UNKNOWN) {
          signature.add(value.value());
        } else {
          values.putIfAbsent(value, values.size());
          signature.add(values.get(value));
          componentOfValue.put(value, components.size());
        }
      }
    }
    int number = classes.computeIfAbsent(signature, key -> classes.size());
    components.add(new Component(number, group, sets, values));
  }

  private List<String> countersOf(int candidate, String set, List<Object> signature) {
    List<String> counters = reservations.countersOf(candidate).countersOf(set);
    for (String counter : counters) {
      signature.add(counter);
      signature.add(reservations.countersOf(candidate).left(set, counter).stripTrailingZeros());
    }
    GroupLedger groups = reservations.groupsOf(candidate);
    signature.add(groups == null ? "" : groups.stateOf(set));
    return counters;
  }
}
