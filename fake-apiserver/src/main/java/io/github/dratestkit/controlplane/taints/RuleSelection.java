package io.github.dratestkit.controlplane.taints;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintSelector;
import org.jspecify.annotations.Nullable;

/** Which devices a rule selects. Without a selector it selects none. */
final class RuleSelection {

  private RuleSelection() {}

  static boolean selects(DeviceTaintRule rule, String driver, String pool, String device) {
    DeviceTaintSelector selector = rule.getSpec().getDeviceSelector();
    return selector != null
        && allows(selector.getDriver(), driver)
        && allows(selector.getPool(), pool)
        && allows(selector.getDevice(), device);
  }

  private static boolean allows(@Nullable String wanted, String actual) {
    return wanted == null || wanted.equals(actual);
  }
}
