package io.github.dratestkit.apiserver.admission;

import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.apiserver.registry.AdmissionPlugin;
import io.github.dratestkit.apiserver.registry.Target;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.status.StatusException;
import io.github.dratestkit.apiserver.store.StaleVersionException;
import io.github.dratestkit.apiserver.store.Store;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Charges the quotas of a namespace for what is written there, and refuses what is beyond them
 * (apiserver/pkg/admission/plugin/resourcequota/controller.go, 1.37). A charge stays even if the
 * write fails after it; the quota controller sets it right.
 */
final class QuotaAdmission implements AdmissionPlugin {

  private static final GroupResource QUOTAS = new GroupResource("", "resourcequotas");
  private static final GroupResource CLASSES =
      new GroupResource("resource.k8s.io", "deviceclasses");

  /** Amounts that every container must name where a quota limits them. */
  private static final Set<String> MUST_BE_NAMED =
      Set.of("cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory");

  /** Kinds whose changes count, beside their creation. */
  private static final Set<String> CHANGEABLE =
      Set.of("services", "persistentvolumeclaims", "resourceclaims.resource.k8s.io");

  private final Store store;

  QuotaAdmission(Store store) {
    this.store = store;
  }

  @Override
  public void validateCreate(Target target, ObjectNode object, WriteContext context) {
    if (target.resource().namespaced() && target.subresource().isEmpty()) {
      new Charge(target, object, Map.of(), context).make();
    }
  }

  @Override
  public void validateUpdate(
      Target target, ObjectNode object, ObjectNode old, WriteContext context) {
    if (!target.subresource().isEmpty()) {
      return;
    }
    boolean pod = Pods.isPod(target) && ends(object) != ends(old);
    if (pod || CHANGEABLE.contains(target.resource().resource().toString())) {
      Map<String, Quantity> before =
          pod ? Map.of() : usage(context).of(target.resource().resource(), old);
      new Charge(target, object, before, context).make();
    }
  }

  private static boolean ends(JsonNode pod) {
    return pod.path("spec").path("activeDeadlineSeconds").isNumber();
  }

  private static QuotaUsage usage(WriteContext context) {
    return new QuotaUsage(
        name ->
            context
                .find(CLASSES, "", name)
                .map(found -> found.path("spec").path("extendedResourceName").asString(""))
                .orElse(""));
  }

  /** One object that is to be charged for, beyond what it was charged for before. */
  private final class Charge {

    private final Target target;
    private final ObjectNode object;
    private final Map<String, Quantity> before;
    private final WriteContext context;

    Charge(Target target, ObjectNode object, Map<String, Quantity> before, WriteContext context) {
      this.target = target;
      this.object = object;
      this.before = before;
      this.context = context;
    }

    void make() {
      while (true) {
        List<StoredObject> quotas = quotas();
        if (quotas.isEmpty()) {
          return;
        }
        try {
          charge(quotas);
          return;
        } catch (StaleVersionException overtaken) {
          continue;
        }
      }
    }

    private List<StoredObject> quotas() {
      List<StoredObject> quotas = new ArrayList<>();
      for (StoredObject quota : store.view().from(QUOTAS, target.namespace() + "/")) {
        if (!quota.key().namespace().equals(target.namespace())) {
          break;
        }
        quotas.add(quota);
      }
      return quotas;
    }

    private void charge(List<StoredObject> quotas) {
      Map<String, Quantity> usage =
          Amounts.beyond(usage(context).of(target.resource().resource(), object), before);
      usage.values().removeIf(Quantity::isZero);
      Map<StoredObject, Map<String, Quantity>> charges = new java.util.LinkedHashMap<>();
      for (StoredObject quota : quotas) {
        Set<String> limited = limited(quota.object());
        if (limited.isEmpty() || !isMeant(quota.object())) {
          continue;
        }
        check(quota, limited);
        Map<String, Quantity> charge = Amounts.only(usage, limited);
        if (!charge.isEmpty()) {
          refuseBeyond(quota, charge);
          charges.put(quota, charge);
        }
      }
      if (!context.dryRun()) {
        charges.forEach(this::write);
      }
    }

    private boolean isMeant(JsonNode quota) {
      return QuotaScopes.match(QuotaScopes.of(quota), target.resource().resource(), object);
    }

    // The names that a quota limits and that objects of this kind are ever charged for.
    private Set<String> limited(JsonNode quota) {
      Set<String> names = new TreeSet<>();
      QuotaNames kind = new QuotaNames(target.resource().resource());
      for (String name : quota.path("status").path("hard").propertyNames()) {
        if (kind.includes(name)) {
          names.add(name);
        }
      }
      return names;
    }

    private void check(StoredObject quota, Set<String> limited) {
      if (Pods.isPod(target) && object.path("spec").path("resources").isEmpty()) {
        Set<String> required = new TreeSet<>(limited);
        required.retainAll(MUST_BE_NAMED);
        Map<String, List<String>> missing = QuotaScopes.missing(required, object);
        if (!missing.isEmpty()) {
          throw refusal("failed quota: " + quota.key().name() + ": must specify " + text(missing));
        }
      }
      Set<String> unknown = new TreeSet<>(limited);
      unknown.removeAll(quota.object().path("status").path("used").propertyNames());
      if (!unknown.isEmpty()) {
        throw refusal(
            "status unknown for quota: "
                + quota.key().name()
                + ", resources: "
                + String.join(",", limited));
      }
    }

    private static String text(Map<String, List<String>> missing) {
      return missing.entrySet().stream()
          .map(
              entry ->
                  entry.getKey() + " for: " + String.join(",", new TreeSet<>(entry.getValue())))
          .collect(Collectors.joining("; "));
    }

    private void refuseBeyond(StoredObject quota, Map<String, Quantity> charge) {
      JsonNode status = quota.object().path("status");
      Map<String, Quantity> hard = Amounts.of(status.path("hard"));
      Map<String, Quantity> used = Amounts.of(status.path("used"));
      Set<String> exceeded = new TreeSet<>();
      charge.forEach(
          (name, amount) -> {
            Quantity after = used.getOrDefault(name, Quantity.ZERO).add(amount);
            if (after.compareTo(hard.getOrDefault(name, Quantity.ZERO)) > 0) {
              exceeded.add(name);
            }
          });
      if (!exceeded.isEmpty()) {
        throw refusal(
            "exceeded quota: "
                + quota.key().name()
                + ", requested: "
                + Amounts.text(Amounts.only(charge, exceeded))
                + ", used: "
                + Amounts.text(Amounts.only(used, exceeded))
                + ", limited: "
                + Amounts.text(Amounts.only(hard, exceeded)));
      }
    }

    private void write(StoredObject quota, Map<String, Quantity> charge) {
      ObjectNode charged = quota.copy();
      Map<String, Quantity> used = new TreeMap<>(Amounts.of(charged.path("status").path("used")));
      Amounts.add(used, charge);
      ObjectNode list = charged.withObjectProperty("status").withObjectProperty("used");
      used.forEach((name, amount) -> list.put(name, amount.toString()));
      store.write(
          quota.key(),
          quota.version(),
          version -> {
            charged.withObjectProperty("metadata").put("resourceVersion", Long.toString(version));
            return charged;
          });
    }

    private StatusException refusal(String message) {
      return StatusErrors.forbidden(
          target.resource().resource(), object.path("metadata").path("name").asString(""), message);
    }
  }
}
