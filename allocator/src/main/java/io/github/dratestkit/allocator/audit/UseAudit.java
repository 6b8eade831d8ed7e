package io.github.dratestkit.allocator.audit;

import com.google.common.base.Strings;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Counter;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumption;
import io.github.dratestkit.allocator.audit.Violation.Rule;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whether all devices together use no more than there is. */
final class UseAudit {

  private final Inventory inventory;
  private final UsedDevices used;
  private final boolean shares;
  private final boolean countsShares;
  private final List<Violation> violations = new ArrayList<>();

  /**
   * @param shares whether devices can be shared
   * @param countsShares whether shared devices draw from counters
   */
  UseAudit(Inventory inventory, UsedDevices used, boolean shares, boolean countsShares) {
    this.inventory = inventory;
    this.used = used;
    this.shares = shares;
    this.countsShares = countsShares;
  }

  List<Violation> check(List<Chosen> all) {
    checkExclusive(all);
    checkCapacity(all);
    checkPools(all);
    return violations;
  }

  private void report(Rule rule, Chosen chosen, String message) {
    violations.add(new Violation(rule, chosen.name(), chosen.subject(), message));
  }

  private boolean isShare(Chosen chosen) {
    return shares && chosen.published().isShareable();
  }

  private void checkExclusive(List<Chosen> all) {
    Set<Published.Key> taken = new HashSet<>();
    Set<Object> takenByClaim = new HashSet<>();
    Set<Object> takenByRequest = new HashSet<>();
    for (Chosen chosen : all) {
      Published.Key key = chosen.published().key();
      boolean admin = chosen.asked().adminAccess();
      if (!admin && used.isWhole(key)) {
        report(Rule.EXCLUSIVE_USE, chosen, "the device is in use already");
      }
      if (!takenByRequest.add(List.of(chosen.claim(), chosen.asked().request(), key))) {
        report(Rule.EXCLUSIVE_USE, chosen, "the request has the device twice");
      }
      if (isShare(chosen)) {
        continue;
      }
      boolean second = !takenByClaim.add(List.of(chosen.claim(), key));
      if (second || (!admin && !taken.add(key))) {
        report(Rule.EXCLUSIVE_USE, chosen, "the device is allocated twice");
      }
    }
  }

  private void checkCapacity(List<Chosen> all) {
    Map<Published.Key, Map<String, BigDecimal>> sums = new HashMap<>();
    for (Chosen chosen : all) {
      Map<String, Quantity> consumed = chosen.result().getConsumedCapacity();
      if (consumed == null || !isShare(chosen)) {
        continue;
      }
      Published.Key key = chosen.published().key();
      Map<String, BigDecimal> sum = sums.computeIfAbsent(key, unused -> new HashMap<>());
      consumed.forEach((name, amount) -> sum.merge(name, Amount.of(amount), BigDecimal::add));
      for (Map.Entry<String, DeviceCapacity> capacity :
          DeviceAudit.capacitiesOf(chosen.published().device()).entrySet()) {
        String name = capacity.getKey();
        BigDecimal total = sum.getOrDefault(name, BigDecimal.ZERO).add(used.consumed(key, name));
        if (total.compareTo(Amount.of(capacity.getValue().getValue())) > 0) {
          report(Rule.CAPACITY_TOTAL, chosen, "shares take " + total + " of " + name);
        }
      }
    }
  }

  private void checkPools(List<Chosen> all) {
    Set<Object> checked = new HashSet<>();
    for (Chosen chosen : all) {
      Published published = chosen.published();
      boolean draws = !published.device().getConsumesCounters().isEmpty();
      if (draws && checked.add(List.of(published.driver(), published.pool()))) {
        checkPool(chosen, all);
      }
    }
  }

  /** A device draws once, however many shares of it there are. */
  private void checkPool(Chosen sample, List<Chosen> all) {
    Set<Published.Key> now = new HashSet<>();
    all.forEach(chosen -> now.add(chosen.published().key()));
    Map<List<String>, BigDecimal> drawn = new HashMap<>();
    Map<String, List<List<String>>> groups = new HashMap<>();
    Map<String, List<List<String>>> groupsBefore = new HashMap<>();
    Set<String> touched = new HashSet<>();
    for (Published published : inventory.poolOf(sample.published())) {
      boolean before = countsShares ? used.isUsed(published.key()) : used.isWhole(published.key());
      if (!before && !now.contains(published.key())) {
        continue;
      }
      for (DeviceCounterConsumption use : published.device().getConsumesCounters()) {
        String set = Strings.nullToEmpty(use.getCounterSet());
        if (!before) {
          touched.add(set);
        }
        groups.computeIfAbsent(set, key -> new ArrayList<>()).add(use.getCompatibilityGroups());
        if (before) {
          groupsBefore
              .computeIfAbsent(set, key -> new ArrayList<>())
              .add(use.getCompatibilityGroups());
        }
        use.getCounters()
            .forEach(
                (name, counter) ->
                    drawn.merge(
                        List.of(set, name), Amount.of(counter.getValue()), BigDecimal::add));
      }
    }
    for (String set : touched) {
      checkCounters(sample, set, drawn);
      // Devices that did not agree before are no fault of this allocation.
      if (agree(groupsBefore.getOrDefault(set, List.of()))
          && !agree(groups.getOrDefault(set, List.of()))) {
        report(Rule.COMPATIBILITY_GROUP, sample, "devices on " + set + " have no common group");
      }
    }
  }

  private void checkCounters(Chosen sample, String name, Map<List<String>, BigDecimal> drawn) {
    CounterSet set = inventory.counterSetsOf(sample.published()).get(name);
    if (set == null) {
      report(Rule.COUNTER, sample, "counter set " + name + " does not exist");
      return;
    }
    for (Map.Entry<String, Counter> counter : set.getCounters().entrySet()) {
      BigDecimal sum = drawn.getOrDefault(List.of(name, counter.getKey()), BigDecimal.ZERO);
      if (sum.compareTo(Amount.of(counter.getValue().getValue())) > 0) {
        report(Rule.COUNTER, sample, sum + " of " + name + "/" + counter.getKey() + " is drawn");
      }
    }
  }

  private static boolean agree(List<List<String>> groups) {
    if (groups.stream().allMatch(List::isEmpty)) {
      return true;
    }
    Set<String> common = new HashSet<>(groups.get(0));
    groups.forEach(common::retainAll);
    return !common.isEmpty();
  }
}
