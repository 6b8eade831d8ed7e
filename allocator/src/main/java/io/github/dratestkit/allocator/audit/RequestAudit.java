package io.github.dratestkit.allocator.audit;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.github.dratestkit.allocator.audit.Violation.Rule;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether a request gets as many devices as it asks for, by one alternative. */
final class RequestAudit {

  private final Inventory inventory;
  private final DeviceAudit devices;

  RequestAudit(Inventory inventory, DeviceAudit devices) {
    this.inventory = inventory;
    this.devices = devices;
  }

  /**
   * Returns the alternative that the results serve, or null if none is served.
   *
   * @param own the results of the claim
   */
  @Nullable Asked served(
      String claim, DeviceRequest request, List<Chosen> own, List<Violation> violations) {
    String name = Asked.nameOf(request);
    String subject = "request " + name;
    List<Chosen> results = own.stream().filter(one -> one.asked().request().equals(name)).toList();
    Set<String> used = new HashSet<>();
    results.forEach(one -> used.add(one.asked().result()));
    if (used.size() > 1) {
      violations.add(new Violation(Rule.COUNT, claim, subject, "two sub-requests are served"));
      return null;
    }
    Asked served = served(Asked.alternatives(request), used, results);
    if (served == null) {
      violations.add(
          new Violation(Rule.COUNT, claim, subject, "gets " + results.size() + " devices"));
    } else if (served.all()) {
      checkAll(claim, served, results, violations);
    }
    return served;
  }

  /** Of several alternatives with one name, the one that all devices match is meant. */
  private @Nullable Asked served(List<Asked> alternatives, Set<String> used, List<Chosen> results) {
    List<Asked> possible =
        alternatives.stream()
            .filter(asked -> used.isEmpty() || used.contains(asked.result()))
            .filter(
                asked ->
                    asked.all() ? !used.isEmpty() : Math.max(0, asked.count()) == results.size())
            .toList();
    return possible.stream()
        .filter(asked -> results.stream().allMatch(one -> devices.matches(asked, one.published())))
        .findFirst()
        .orElse(possible.isEmpty() ? null : possible.get(0));
  }

  private void checkAll(
      String claim, Asked asked, List<Chosen> results, List<Violation> violations) {
    Set<Published.Key> missing = new HashSet<>();
    for (Published published : inventory.devices()) {
      if (devices.belongsToAll(asked, published)) {
        missing.add(published.key());
      }
    }
    results.forEach(one -> missing.remove(one.published().key()));
    for (Published.Key key : missing) {
      violations.add(
          new Violation(Rule.ALL_DEVICES, claim, "request " + asked.result(), "lacks " + key));
    }
  }
}
