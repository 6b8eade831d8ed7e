package io.github.dratestkit.allocator.search;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.allocator.inventory.AllocatedState;
import io.github.dratestkit.allocator.inventory.AttributeValue;
import io.github.dratestkit.allocator.inventory.DeviceUse;
import io.github.dratestkit.allocator.inventory.Fingerprint;
import io.github.dratestkit.allocator.inventory.NodeInventory;
import io.github.dratestkit.allocator.value.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells which nodes are alike to certain claims, so that one search answers for all of them.
 *
 * <p>Argument: a search looks at the shape of the inventory, at what is in use, at what selectors
 * say of each device, at which devices have equal values of the attributes that constraints
 * compare, and at whether the node may skip operations. Names, and all other attributes, only
 * appear in results and messages. So where all of these are equal, device by device in order, every
 * step of the search is the same.
 */
public final class NodeLikeness {

  /** Which devices a request can have: those that match the class and the request. */
  private record Filter(Object key, SelectorAnswers ofClass, SelectorAnswers ofRequest) {}

  private record Value(AttributeValue.Type type, Object element) {}

  private final AllocatedState state;
  private final Map<String, DeviceClass> classes;
  private final DeviceExpressions expressions;
  private final List<Filter> filters = new ArrayList<>();
  private final List<String> compared = new ArrayList<>();
  private boolean comparable = true;

  NodeLikeness(
      AllocatedState state,
      Map<String, DeviceClass> classes,
      DeviceExpressions expressions,
      List<ResourceClaim> claims) {
    this.state = state;
    this.classes = classes;
    this.expressions = expressions;
    for (ResourceClaim claim : claims) {
      if (claim.getSpec() != null && claim.getSpec().getDevices() != null) {
        add(claim.getSpec().getDevices());
      }
    }
  }

  private void add(DeviceClaim devices) {
    for (DeviceRequest request : devices.getRequests()) {
      if (request.getExactly() != null) {
        add(request.getExactly().getDeviceClassName(), request.getExactly().getSelectors());
        comparable &= request.getExactly().getDerivedAttributes().isEmpty();
      }
      for (DeviceSubRequest sub : request.getFirstAvailable()) {
        add(sub.getDeviceClassName(), sub.getSelectors());
        comparable &= sub.getDerivedAttributes().isEmpty();
      }
    }
    for (DeviceConstraint constraint : devices.getConstraints()) {
      String attribute =
          constraint.getMatchAttribute() == null
              ? constraint.getDistinctAttribute()
              : constraint.getMatchAttribute();
      if (attribute != null) {
        compared.add(("attribute " + attribute).intern());
      }
    }
  }

  private void add(@Nullable String className, List<DeviceSelector> ofRequest) {
    DeviceClass known = className == null ? null : classes.get(className);
    List<DeviceSelector> ofClass =
        known == null || known.getSpec() == null ? List.of() : known.getSpec().getSelectors();
    SelectorAnswers first = SelectorAnswers.of(expressions, ofClass);
    SelectorAnswers second = SelectorAnswers.of(expressions, ofRequest);
    List<String> both = new ArrayList<>(first.selectors());
    both.add("");
    both.addAll(second.selectors());
    filters.add(new Filter(expressions.conjunction(both), first, second));
  }

  /** Returns what decides the answer on this node, or null if the node is like no other. */
  public @Nullable Fingerprint of(Node node, NodeInventory inventory) {
    Fingerprint likeness = comparable ? inventory.shape() : null;
    if (likeness == null) {
      return null;
    }
    likeness = likeness.then(Reservations.skipsOperations(node) ? 1 : 0);
    for (Filter filter : filters) {
      likeness =
          likeness.then(inventory.remembered(filter.key(), () -> answers(filter, inventory)));
    }
    for (String name : compared) {
      likeness = likeness.then(inventory.remembered(name, () -> values(name, inventory)));
    }
    return withUse(likeness, inventory);
  }

  private static Fingerprint answers(Filter filter, NodeInventory inventory) {
    Fingerprint answers = Fingerprint.START;
    for (int i = 0; i < inventory.size(); i++) {
      answers = answers.then(answer(filter, inventory, i));
    }
    return answers;
  }

  private static long answer(Filter filter, NodeInventory inventory, int device) {
    try {
      if (!filter.ofClass().match(inventory.device(device))) {
        return 0;
      }
      return filter.ofRequest().match(inventory.device(device)) ? 1 : 0;
    } catch (SelectorAnswers.Failed e) {
      return 2;
    }
  }

  /** Values are numbered as they appear: only which of them are equal matters. */
  private static Fingerprint values(String name, NodeInventory inventory) {
    String attribute = name.substring(name.indexOf(' ') + 1);
    Map<Value, Integer> numbers = new HashMap<>();
    Fingerprint values = Fingerprint.START;
    for (int i = 0; i < inventory.size(); i++) {
      AttributeValue value = inventory.device(i).attribute(attribute);
      if (value == null) {
        values = values.then(-1);
        continue;
      }
      values = values.then(value.type().ordinal()).then(value.scalar() ? 1 : 0);
      values = values.then(value.values().size());
      Map<String, Object> sorted = new TreeMap<>();
      value.values().forEach(element -> sorted.put(element.toString(), element));
      for (Object element : sorted.values()) {
        Value key = new Value(value.type(), element);
        values = values.then(numbers.computeIfAbsent(key, unused -> numbers.size()));
      }
    }
    return values;
  }

  private Fingerprint withUse(Fingerprint likeness, NodeInventory inventory) {
    Fingerprint used = likeness;
    for (int pool = 0; pool < inventory.pools().size(); pool++) {
      Map<String, DeviceUse> uses = state.ofPool(inventory.pools().get(pool).id());
      if (uses.isEmpty()) {
        continue;
      }
      for (int i = inventory.firstOfPool(pool); i < inventory.firstOfPool(pool + 1); i++) {
        DeviceUse use = uses.get(inventory.device(i).id().device());
        if (use != null) {
          used = used.then(i).then(use.exclusive() ? 1 : 0).then(use.isShared() ? 1 : 0);
          for (Map.Entry<String, Quantity> consumed : use.sortedConsumption().entrySet()) {
            used = used.then(consumed.getKey()).then(consumed.getValue().toBigDecimal());
          }
        }
      }
    }
    return used;
  }
}
