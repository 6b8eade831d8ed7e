package io.github.dratestkit.controlplane.roles;

import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.LabelSelectors;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The cluster role aggregation controller: fills roles that are put together from others with the
 * rules of those that their selectors choose, in the order of names, each rule once.
 */
public final class ClusterRoleAggregationLoop extends ReconcilingLoop<String> {

  private final Informer<ClusterRole> roles;

  /** Creates the loop. */
  public ClusterRoleAggregationLoop(ApiAccess access, Timers timers) {
    super("clusterrole-aggregation-controller", access, timers);
    this.roles = inform(ClusterRole.class, change -> enqueueAll());
  }

  @Override
  protected void reconcile(String name) {
    roles.get(null, name).filter(role -> role.getAggregationRule() != null).ifPresent(this::fill);
  }

  private void enqueueAll() {
    roles.all().stream()
        .filter(role -> role.getAggregationRule() != null)
        .forEach(role -> queue().add(role.getMetadata().getName()));
  }

  private void fill(ClusterRole role) {
    List<PolicyRule> rules = new ArrayList<>();
    roles.all().stream()
        .filter(other -> other != role)
        .filter(other -> isChosen(role, other))
        .sorted(Comparator.comparing((ClusterRole other) -> other.getMetadata().getName()))
        .flatMap(other -> rulesOf(other).stream())
        .filter(rule -> !rules.contains(rule))
        .forEach(rules::add);
    if (!rules.equals(rulesOf(role))) {
      roles.assume(writes().update(new ClusterRoleBuilder(role).withRules(rules).build()));
    }
  }

  /** A role that was stored without rules has null there. */
  private static List<PolicyRule> rulesOf(ClusterRole role) {
    return role.getRules() == null ? List.of() : role.getRules();
  }

  private static boolean isChosen(ClusterRole role, ClusterRole other) {
    return role.getAggregationRule().getClusterRoleSelectors().stream()
        .anyMatch(selector -> LabelSelectors.matches(selector, other));
  }
}
