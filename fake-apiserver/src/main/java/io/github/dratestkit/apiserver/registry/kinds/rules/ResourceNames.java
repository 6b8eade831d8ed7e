package io.github.dratestkit.apiserver.registry.kinds.rules;

import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.apiserver.registry.Labels;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Names of resources and what amounts of them look like (pkg/apis/core/helper, 1.37). */
public final class ResourceNames {

  private static final Set<String> CONTAINER = Set.of("cpu", "memory", "ephemeral-storage");
  private static final Set<String> COUNTED =
      Set.of(
          "pods",
          "resourcequotas",
          "services",
          "replicationcontrollers",
          "secrets",
          "configmaps",
          "persistentvolumeclaims",
          "services.nodeports",
          "services.loadbalancers");
  private static final Set<String> QUOTA_ONLY =
      Set.of(
          "requests.cpu",
          "requests.memory",
          "requests.storage",
          "requests.ephemeral-storage",
          "limits.cpu",
          "limits.memory",
          "limits.ephemeral-storage");

  private ResourceNames() {}

  /** Says whether containers may ask for a resource of this name without a domain. */
  public static boolean isOfContainers(String name) {
    return CONTAINER.contains(name) || isHugePages(name);
  }

  public static boolean isHugePages(String name) {
    return name.startsWith("hugepages-");
  }

  /** Says whether an amount is a whole number of pages of the size in the name. */
  public static boolean isDivisible(String name, Quantity amount) {
    Quantity page;
    try {
      page = Quantity.parse(name.substring("hugepages-".length()));
    } catch (IllegalArgumentException unreadable) {
      return false;
    }
    return page.sign() > 0
        && page.isInteger()
        && amount.toBigDecimal().remainder(page.toBigDecimal()).signum() == 0;
  }

  /** Says whether quotas may limit a resource of this name without a domain. */
  public static boolean isOfQuotas(String name) {
    return CONTAINER.contains(name)
        || COUNTED.contains(name)
        || QUOTA_ONLY.contains(name)
        || isHugePages(name)
        || name.startsWith("requests.hugepages-");
  }

  /** Says whether a resource belongs to Kubernetes itself. */
  public static boolean isNative(String name) {
    return !name.contains("/") || name.contains("kubernetes.io/");
  }

  /** Says whether a resource is one that somebody else provides. */
  public static boolean isExtended(String name) {
    return !isNative(name)
        && !name.startsWith("requests.")
        && Labels.keyProblems("requests." + name).isEmpty();
  }

  private static boolean isWhole(String name) {
    return COUNTED.contains(name) || isExtended(name);
  }

  /** Checks a name of any resource. */
  public static boolean check(String name, String path, List<FieldError> errors) {
    int before = errors.size();
    Labels.keyProblems(name)
        .forEach(problem -> errors.add(FieldError.invalid(path, name, problem)));
    boolean known = name.contains("/") || isOfQuotas(name) || name.equals("storage");
    if (errors.size() == before && !known) {
      errors.add(
          FieldError.invalid(path, name, "must be a standard resource type or fully qualified"));
    }
    return errors.size() == before;
  }

  /** Says whether a resource is one that nodes share out among pods. */
  public static boolean isNodeAllocatable(String name) {
    return name.equals("cpu") || name.equals("memory") || isHugePages(name);
  }

  /** Says whether more of a resource may be promised than there is. */
  public static boolean isOvercommitted(String name) {
    return isNative(name) && !isHugePages(name);
  }

  /** Checks a name that containers ask for. */
  public static void checkContainer(String name, String path, List<FieldError> errors) {
    check(name, path, errors);
    if (!name.contains("/") && !isOfContainers(name)) {
      errors.add(FieldError.invalid(path, name, "must be a standard resource for containers"));
    } else if (!isNative(name) && !isExtended(name)) {
      errors.add(FieldError.invalid(path, name, "does not have the form of extended resources"));
    }
  }

  /** Checks a name that quotas limit. */
  public static void checkQuota(String name, String path, List<FieldError> errors) {
    if (check(name, path, errors) && !name.contains("/") && !isOfQuotas(name)) {
      errors.add(FieldError.invalid(path, name, "must be a standard resource for quota"));
    }
  }

  /** Checks an amount of a resource. */
  public static void checkAmount(
      String name, JsonNode amount, String path, List<FieldError> errors) {
    Quantity quantity = Quantity.parse(amount.asString("0"));
    if (quantity.sign() < 0) {
      errors.add(
          FieldError.invalid(path, amount.asString(""), "must be greater than or equal to 0"));
    }
    if (isWhole(name) && !quantity.isInteger()) {
      errors.add(FieldError.invalid(path, amount.asString(""), "must be an integer"));
    }
  }
}
