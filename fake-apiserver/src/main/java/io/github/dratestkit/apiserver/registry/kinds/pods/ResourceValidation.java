package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.ResourceNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What containers and pods ask for (validateResourceRequirements, core validation, 1.37). */
final class ResourceValidation {

  private static final Set<String> COMPUTE = Set.of("cpu", "memory");
  private static final List<String> OF_PODS = List.of("cpu", "hugepages-*", "memory");

  private ResourceValidation() {}

  /** How the name of a resource is checked. */
  @FunctionalInterface
  private interface NameCheck {
    void check(String name, Field amount);
  }

  static void ofContainer(Field resources, Set<String> claims) {
    requirements(resources, ResourceValidation::containerName);
    PodClaimValidation.references(
        resources.at("claims").value(), claims, resources.path() + ".claims", resources.errors());
  }

  /** What is kept free for a pod beside its containers. */
  static void overhead(Field overhead) {
    amounts(overhead, overhead.path() + ".limits", ResourceValidation::containerName);
    boolean huge = overhead.keys().stream().anyMatch(ResourceNames::isHugePages);
    if (huge && overhead.keys().stream().noneMatch(COMPUTE::contains)) {
      overhead.forbidden("HugePages require cpu or memory");
    }
  }

  private static void containerName(String name, Field amount) {
    ResourceNames.checkContainer(name, amount.path(), amount.errors());
  }

  private static void podName(String name, Field amount) {
    if (ResourceNames.check(name, amount.path(), amount.errors())
        && !COMPUTE.contains(name)
        && !ResourceNames.isHugePages(name)) {
      amount.notSupported(OF_PODS);
    }
  }

  private static void requirements(Field resources, NameCheck names) {
    Field limits = resources.at("limits");
    Field requests = resources.at("requests");
    amounts(limits, limits.path(), names);
    for (String name : requests.keys()) {
      Field request = requests.key(name);
      amount(name, request, names);
      boolean shared = ResourceNames.isOvercommitted(name);
      if (limits.has(name)) {
        int order = request.quantity().compareTo(limits.at(name).quantity());
        if (order > 0 || (order != 0 && !shared)) {
          requests.invalid("must fit the limit of " + name + ", " + limits.at(name).text());
        }
      } else if (!shared) {
        limits.required("a resource that is never shared needs one");
      }
      hugePages(name, request);
    }
    List<String> used = new ArrayList<>(limits.keys());
    used.addAll(requests.keys());
    if (used.stream().anyMatch(ResourceNames::isHugePages)
        && used.stream().noneMatch(COMPUTE::contains)) {
      resources.forbidden("HugePages require cpu or memory");
    }
  }

  private static void amounts(Field amounts, String path, NameCheck names) {
    for (String name : amounts.keys()) {
      Field amount = amounts.at(name).named(path + "[" + name + "]");
      amount(name, amount, names);
      hugePages(name, amount);
    }
  }

  private static void amount(String name, Field amount, NameCheck names) {
    names.check(name, amount);
    ResourceNames.checkAmount(name, amount.value(), amount.path(), amount.errors());
  }

  private static void hugePages(String name, Field amount) {
    if (ResourceNames.isHugePages(name) && !ResourceNames.isDivisible(name, amount.quantity())) {
      amount.invalid("is not a positive integer multiple of " + name);
    }
  }

  /** What a pod asks for as a whole. */
  static void ofPod(Field spec) {
    Field resources = spec.at("resources");
    if (!resources.isSet()) {
      return;
    }
    if (spec.at("os", "name").text().equals("windows")) {
      resources.forbidden("may not be set for a windows pod");
      return;
    }
    if (resources.has("claims")) {
      resources.at("claims").forbidden("claims may not be set for Resources at pod-level");
    }
    requirements(resources, ResourceValidation::podName);
    PodClaimValidation.references(
        resources.at("claims").value(), Set.of(), resources.path() + ".claims", spec.errors());
    consistency(spec, resources);
  }

  private static void consistency(Field spec, Field resources) {
    total(spec, "requests")
        .forEach(
            (name, sum) -> {
              Field request = resources.at("requests").key(name);
              if (request.isSet() && sum.compareTo(request.quantity()) > 0) {
                request.invalid("must be at least what the containers request, " + sum);
              }
            });
    total(spec, "limits")
        .forEach(
            (name, sum) -> {
              Field limit = resources.at("limits").key(name);
              if (ResourceNames.isHugePages(name)
                  && limit.isSet()
                  && sum.compareTo(limit.quantity()) > 0) {
                limit.invalid("must be at least the limits of the containers, " + sum);
              }
            });
    List<Field> containers = spec.at("containers").items();
    for (int i = 0; i < containers.size(); i++) {
      Field limits = containers.get(i).at("resources", "limits");
      for (String name : limits.keys()) {
        Field limit = resources.at("limits", name);
        if (limit.isSet() && limits.at(name).quantity().compareTo(limit.quantity()) > 0) {
          limits
              .at(name)
              .named(resources.path() + ".containers[" + i + "][" + name + "].limits")
              .invalid("must be less than or equal to pod limits of " + limit.text());
        }
      }
    }
  }

  /** Returns what all containers of a pod need together, init containers before the others. */
  static Map<String, Quantity> total(Field spec, String field) {
    Map<String, Quantity> sum = new TreeMap<>();
    for (Field container : spec.at("containers").items()) {
      add(sum, amounts(container, field));
    }
    Map<String, Quantity> sidecars = new TreeMap<>();
    Map<String, Quantity> highest = new TreeMap<>();
    for (Field container : spec.at("initContainers").items()) {
      Map<String, Quantity> own = amounts(container, field);
      if (container.at("restartPolicy").text().equals("Always")) {
        add(sum, own);
        add(sidecars, own);
        raise(highest, sidecars);
      } else {
        add(own, sidecars);
        raise(highest, own);
      }
    }
    raise(sum, highest);
    return sum;
  }

  private static Map<String, Quantity> amounts(Field container, String field) {
    Map<String, Quantity> amounts = new TreeMap<>();
    Field list = container.at("resources", field);
    list.keys().forEach(name -> amounts.put(name, list.at(name).quantity()));
    return amounts;
  }

  private static void add(Map<String, Quantity> sum, Map<String, Quantity> more) {
    more.forEach((name, amount) -> sum.merge(name, amount, Quantity::add));
  }

  private static void raise(Map<String, Quantity> highest, Map<String, Quantity> other) {
    other.forEach(
        (name, amount) ->
            highest.merge(name, amount, (one, two) -> one.compareTo(two) >= 0 ? one : two));
  }
}
