package io.github.dratestkit.allocator.explain;

import com.google.common.base.Strings;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.github.dratestkit.allocator.inventory.AllocatedState;
import io.github.dratestkit.allocator.inventory.AllocatorRules;
import io.github.dratestkit.allocator.inventory.CapacityDemand;
import io.github.dratestkit.allocator.inventory.CapacityModel;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.DeviceUse;
import io.github.dratestkit.allocator.inventory.Pool;
import io.github.dratestkit.allocator.inventory.Quantities;
import io.github.dratestkit.allocator.search.DeviceExpressions;
import io.github.dratestkit.allocator.search.Tolerance;
import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Why a device would not do for a request even if nothing else were chosen. */
final class DeviceRefusal {

  private final AllocatorRules rules;
  private final AllocatedState state;
  private final Map<String, DeviceClass> classes;
  private final DeviceExpressions expressions;
  private final Node node;
  private final Map<Pool, CounterShortage> counters = new HashMap<>();

  DeviceRefusal(
      AllocatorRules rules,
      AllocatedState state,
      Map<String, DeviceClass> classes,
      DeviceExpressions expressions,
      Node node) {
    this.rules = rules;
    this.state = state;
    this.classes = classes;
    this.expressions = expressions;
    this.node = node;
  }

  /** Returns the first reason in the order in which the search would find it, or null. */
  @Nullable String of(
      Request request,
      List<DeviceConstraint> constraints,
      CompiledDevice device,
      Pool.Usable pool) {
    if (!request.adminAccess() && state.of(device.id()).exclusive()) {
      return "is in use";
    }
    String unselected = bySelectors(request, device);
    if (unselected != null) {
      return unselected;
    }
    if (device.slice().selectsNodePerDevice() && !device.selection().matches(node)) {
      return "cannot be reached from node " + node.getMetadata().getName();
    }
    String shortage = byCapacity(request, device);
    if (shortage != null) {
      return shortage;
    }
    String drawn = byCounters(device, pool);
    if (drawn != null) {
      return drawn;
    }
    String tainted = byTaints(request, device);
    return tainted != null ? tainted : byConstraints(request, constraints, device);
  }

  /**
   * A device without the attribute that a constraint compares is refused whatever else is chosen.
   */
  private static @Nullable String byConstraints(
      Request request, List<DeviceConstraint> constraints, CompiledDevice device) {
    for (DeviceConstraint constraint : constraints) {
      String attribute =
          constraint.getMatchAttribute() == null
              ? constraint.getDistinctAttribute()
              : constraint.getMatchAttribute();
      if (attribute != null
          && request.isBoundBy(constraint)
          && !request.derivedAttributes().contains(attribute)
          && device.attribute(attribute) == null) {
        return "has no attribute " + attribute + ", which a constraint compares";
      }
    }
    return null;
  }

  private @Nullable String bySelectors(Request request, CompiledDevice device) {
    if (device.hasBindingConditions() && !rules.has(AllocatorFeature.DeviceBindingAndStatus)) {
      return "has binding conditions, which are off";
    }
    DeviceClass deviceClass = classes.get(request.deviceClass());
    if (deviceClass == null) {
      return "device class " + request.deviceClass() + " does not exist";
    }
    if (deviceClass.getSpec() != null) {
      String source = "class " + request.deviceClass();
      String reason = bySelectors(deviceClass.getSpec().getSelectors(), source, device);
      if (reason != null) {
        return reason;
      }
    }
    return bySelectors(request.selectors(), "request " + request.name(), device);
  }

  private @Nullable String bySelectors(
      List<DeviceSelector> selectors, String source, CompiledDevice device) {
    for (int i = 0; i < selectors.size(); i++) {
      if (selectors.get(i).getCel() == null) {
        return "selector " + i + " of " + source + " has no expression";
      }
      String expression = Strings.nullToEmpty(selectors.get(i).getCel().getExpression());
      String place = "selector " + i + " of " + source + " (" + expression + ")";
      String seen = SeenValues.of(expression, device);
      String because = seen.isEmpty() ? "" : ": " + seen;
      try {
        if (!expressions.selector(expression).matches(device)) {
          return place + " does not match" + because;
        }
      } catch (DeviceExpressions.Failure e) {
        return place + " fails: " + e.text() + because;
      }
    }
    return null;
  }

  private @Nullable String byCapacity(Request request, CompiledDevice device) {
    if (!rules.has(AllocatorFeature.ConsumableCapacity)) {
      return null;
    }
    Map<String, Quantity> requests =
        request.capacity() == null ? Map.of() : Quantities.of(request.capacity().getRequests());
    CapacityDemand demand =
        CapacityDemand.of(requests, device, rules.has(AllocatorFeature.FractionalCapacityRange));
    if (demand instanceof CapacityDemand.Refused refused) {
      return refused.reason();
    }
    if (demand instanceof CapacityDemand.Impossible impossible) {
      return impossible.reason();
    }
    return demand instanceof CapacityDemand.Amounts amounts ? tooLittle(amounts, device) : null;
  }

  private @Nullable String tooLittle(CapacityDemand.Amounts demand, CompiledDevice device) {
    DeviceUse use = state.of(device.id());
    for (Map.Entry<String, Quantity> amount : demand.amounts().entrySet()) {
      CapacityModel capacity = device.capacities().get(amount.getKey());
      Quantity consumed = use.consumed(amount.getKey());
      if (capacity == null) {
        continue;
      }
      BigDecimal total = capacity.total().toBigDecimal();
      BigDecimal left = consumed == null ? total : total.subtract(consumed.toBigDecimal());
      if (amount.getValue().toBigDecimal().compareTo(left) > 0) {
        return "has "
            + left.toPlainString()
            + " of "
            + capacity.total()
            + " "
            + amount.getKey()
            + " left, "
            + amount.getValue()
            + " are needed";
      }
    }
    return null;
  }

  private @Nullable String byCounters(CompiledDevice device, Pool.Usable pool) {
    if (device.counterUses().isEmpty()) {
      return null;
    }
    if (!rules.has(AllocatorFeature.PartitionableDevices)) {
      return "draws from counters, which are off";
    }
    boolean another = device.allowsMultipleAllocations() && state.of(device.id()).isShared();
    return another
        ? null
        : counters.computeIfAbsent(pool, key -> new CounterShortage(pool, state)).of(device);
  }

  private @Nullable String byTaints(Request request, CompiledDevice device) {
    if (!rules.has(AllocatorFeature.DeviceTaints)) {
      return null;
    }
    for (DeviceTaint taint : device.blockingTaints()) {
      if (request.tolerations().stream().noneMatch(one -> Tolerance.tolerates(one, taint))) {
        return "has the taint "
            + taint.getKey()
            + "="
            + taint.getValue()
            + ":"
            + taint.getEffect()
            + ", which is not tolerated";
      }
    }
    return null;
  }
}
