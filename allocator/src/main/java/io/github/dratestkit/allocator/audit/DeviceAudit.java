package io.github.dratestkit.allocator.audit;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.github.dratestkit.allocator.audit.Violation.Rule;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Whether one device suits the request that it was chosen for. */
final class DeviceAudit {

  private static final String SKIPS_OPERATIONS = "DRAOptionalNodeOperations";

  private final Set<AllocatorFeature> features;
  private final AllocatorVariant variant;
  private final Map<String, DeviceClass> classes;
  private final Expressions expressions;
  private final NodeReach reach;
  private final List<String> nodeFeatures;

  DeviceAudit(
      Set<AllocatorFeature> features,
      AllocatorVariant variant,
      Map<String, DeviceClass> classes,
      Expressions expressions,
      NodeReach reach,
      List<String> nodeFeatures) {
    this.features = features;
    this.variant = variant;
    this.classes = classes;
    this.expressions = expressions;
    this.reach = reach;
    this.nodeFeatures = nodeFeatures;
  }

  /** Reports everything that is wrong with the choice. */
  void check(Chosen chosen, BiConsumer<Rule, String> report) {
    checkReach(chosen, report);
    if (!matches(chosen.asked(), chosen.published())) {
      report.accept(Rule.SELECTOR, "a selector does not match the device");
    }
    checkTaints(chosen, report);
    checkFeatures(chosen.published(), report);
    checkFields(chosen, report);
    checkCapacity(chosen, report);
  }

  private void checkReach(Chosen chosen, BiConsumer<Rule, String> report) {
    if (!reach.reaches(chosen.published())) {
      report.accept(Rule.NODE, "the node cannot reach the device");
    }
  }

  /** Says whether the selectors of class and request match. */
  boolean matches(Asked asked, Published published) {
    DeviceClass deviceClass = classes.get(asked.deviceClass());
    return deviceClass != null
        && (deviceClass.getSpec() == null
            || matches(deviceClass.getSpec().getSelectors(), published))
        && matches(asked.selectors(), published);
  }

  private boolean matches(List<DeviceSelector> selectors, Published published) {
    for (DeviceSelector selector : selectors) {
      String expression = selector.getCel() == null ? "" : selector.getCel().getExpression();
      if (!expressions.matches(expression, published.driver(), published.device())) {
        return false;
      }
    }
    return true;
  }

  /** Says whether a request for all devices would count the device in. */
  boolean belongsToAll(Asked asked, Published published) {
    boolean bindable =
        has(AllocatorFeature.DeviceBindingAndStatus)
            || published.device().getBindingConditions().isEmpty();
    return bindable
        && reach.reaches(published)
        && matches(asked, published)
        && (!has(AllocatorFeature.ConsumableCapacity) || isLargeEnough(asked, published.device()));
  }

  private boolean isLargeEnough(Asked asked, Device device) {
    Map<String, DeviceCapacity> capacities = capacitiesOf(device);
    if (!capacities.keySet().containsAll(asked.capacity().keySet())) {
      return false;
    }
    for (Map.Entry<String, DeviceCapacity> capacity : capacities.entrySet()) {
      BigDecimal taken = taken(asked, capacity.getKey(), capacity.getValue());
      if (taken == null || taken.compareTo(Amount.of(capacity.getValue().getValue())) > 0) {
        return false;
      }
    }
    return true;
  }

  private void checkTaints(Chosen chosen, BiConsumer<Rule, String> report) {
    if (!has(AllocatorFeature.DeviceTaints)) {
      return;
    }
    for (DeviceTaint taint : chosen.published().device().getTaints()) {
      boolean blocks =
          "NoSchedule".equals(taint.getEffect()) || "NoExecute".equals(taint.getEffect());
      if (blocks && chosen.asked().tolerations().stream().noneMatch(one -> tolerates(one, taint))) {
        report.accept(Rule.TAINT, "taint " + taint.getKey() + " is not tolerated");
      }
    }
  }

  private static boolean tolerates(DeviceToleration toleration, DeviceTaint taint) {
    boolean sameEffect =
        isEmpty(toleration.getEffect()) || toleration.getEffect().equals(taint.getEffect());
    boolean sameKey = isEmpty(toleration.getKey()) || toleration.getKey().equals(taint.getKey());
    boolean equal = isEmpty(toleration.getOperator()) || "Equal".equals(toleration.getOperator());
    String wanted = toleration.getValue() == null ? "" : toleration.getValue();
    String actual = taint.getValue() == null ? "" : taint.getValue();
    return sameEffect
        && sameKey
        && ("Exists".equals(toleration.getOperator()) || (equal && wanted.equals(actual)));
  }

  private static boolean isEmpty(@Nullable String text) {
    return text == null || text.isEmpty();
  }

  private void checkFeatures(Published published, BiConsumer<Rule, String> report) {
    Device device = published.device();
    if (!has(AllocatorFeature.DeviceBindingAndStatus) && !device.getBindingConditions().isEmpty()) {
      report.accept(Rule.FEATURE, "the device has binding conditions, which are off");
    }
    if (!has(AllocatorFeature.PartitionableDevices) && !device.getConsumesCounters().isEmpty()) {
      report.accept(Rule.FEATURE, "the device draws from counters, which are off");
    }
    boolean skips = !published.slice().getSpec().getSkipNodeOperations().isEmpty();
    if (variant == AllocatorVariant.EXPERIMENTAL
        && skips
        && !(has(AllocatorFeature.OptionalNodeOperations)
            && nodeFeatures.contains(SKIPS_OPERATIONS))) {
      report.accept(Rule.FEATURE, "the slice skips node operations, which the node does not");
    }
  }

  private void checkFields(Chosen chosen, BiConsumer<Rule, String> report) {
    DeviceRequestAllocationResult result = chosen.result();
    Device device = chosen.published().device();
    boolean admin = Boolean.TRUE.equals(result.getAdminAccess());
    if (admin != chosen.asked().adminAccess()) {
      report.accept(Rule.ADMIN_ACCESS, "adminAccess is " + admin);
    }
    if (!result.getTolerations().equals(chosen.asked().tolerations())) {
      report.accept(Rule.COPIED_FIELD, "tolerations are not those of the request");
    }
    boolean binding = has(AllocatorFeature.DeviceBindingAndStatus);
    if (!result
        .getBindingConditions()
        .equals(binding ? device.getBindingConditions() : List.of())) {
      report.accept(Rule.COPIED_FIELD, "bindingConditions are not those of the device");
    }
  }

  private void checkCapacity(Chosen chosen, BiConsumer<Rule, String> report) {
    boolean consumable = has(AllocatorFeature.ConsumableCapacity);
    boolean shareable = consumable && chosen.published().isShareable();
    if (shareable == (chosen.result().getShareID() == null)) {
      report.accept(
          Rule.CAPACITY_AMOUNT, "a result has a shareID if and only if the device is shareable");
    }
    if (!consumable) {
      return;
    }
    if (!isLargeEnough(chosen.asked(), chosen.published().device())) {
      report.accept(Rule.CAPACITY_AMOUNT, "the device does not offer the capacity asked for");
      return;
    }
    Map<String, Quantity> consumed = chosen.result().getConsumedCapacity();
    int recorded = consumed == null ? 0 : consumed.size();
    Map<String, DeviceCapacity> capacities = capacitiesOf(chosen.published().device());
    if (recorded != (shareable ? capacities.size() : 0)) {
      report.accept(Rule.CAPACITY_AMOUNT, recorded + " amounts are recorded");
      return;
    }
    if (shareable && consumed != null) {
      capacities.forEach(
          (name, capacity) -> {
            BigDecimal right = taken(chosen.asked(), name, capacity);
            if (right == null || right.compareTo(Amount.of(consumed.get(name))) != 0) {
              report.accept(Rule.CAPACITY_AMOUNT, "amount of " + name + " should be " + right);
            }
          });
    }
  }

  private @Nullable BigDecimal taken(Asked asked, String name, DeviceCapacity capacity) {
    return Amount.taken(
        asked.capacity().get(name), capacity, has(AllocatorFeature.FractionalCapacityRange));
  }

  static Map<String, DeviceCapacity> capacitiesOf(Device device) {
    return device.getCapacity() == null ? Map.of() : device.getCapacity();
  }

  private boolean has(AllocatorFeature feature) {
    return features.contains(feature);
  }
}
