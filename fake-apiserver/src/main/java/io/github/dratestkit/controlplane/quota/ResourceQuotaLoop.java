package io.github.dratestkit.controlplane.quota;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.api.model.ResourceQuotaStatus;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.admission.QuotaCharges;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.KnownKinds;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The resource quota controller. It writes into the status of a quota what it limits and what is
 * used of it; what is refused because of it is up to admission.
 */
public final class ResourceQuotaLoop extends ReconcilingLoop<ObjectKey> {

  private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

  private final List<Class<? extends HasMetadata>> charged;
  private final Informer<ResourceQuota> quotas;

  /**
   * Creates the loop on an API of {@code features}. Whatever lives in a namespace can be counted.
   */
  public ResourceQuotaLoop(ApiAccess access, FeatureSet features, Timers timers) {
    super("resourcequota-controller", access, timers);
    this.charged = KnownKinds.namespaced(KnownKinds.servedBy(features));
    this.quotas = inform(ResourceQuota.class, change -> queue().add(ObjectKey.of(change.object())));
    charged.forEach(this::watch);
  }

  @Override
  protected void reconcile(ObjectKey key) {
    quotas.get(key).ifPresent(this::sync);
  }

  private <T extends HasMetadata> void watch(Class<T> kind) {
    inform(kind, this::usageChanged);
  }

  private void usageChanged(Change<? extends HasMetadata> change) {
    if (change instanceof Change.Modified<? extends HasMetadata>
        && !(change.object() instanceof Pod)) {
      return;
    }
    String namespace = change.object().getMetadata().getNamespace();
    GroupResource resource = KnownKinds.resourceOf(change.object().getClass());
    for (ResourceQuota quota : quotas.all()) {
      if (quota.getMetadata().getNamespace().equals(namespace)
          && QuotaCharges.limits(tree(quota), resource)) {
        queue().add(ObjectKey.of(quota));
      }
    }
  }

  private void sync(ResourceQuota quota) {
    Map<String, Quantity> hard = quota.getSpec().getHard();
    if (hard == null || hard.isEmpty()) {
      return;
    }
    Map<String, io.github.dratestkit.allocator.value.Quantity> usage = usageOf(quota);
    Map<String, Quantity> used = new TreeMap<>();
    // What names nothing that is known is not told.
    for (String name : hard.keySet()) {
      var amount = usage.get(name);
      if (charged.stream().anyMatch(kind -> QuotaCharges.isOf(KnownKinds.resourceOf(kind), name))) {
        used.put(name, new Quantity(amount == null ? "0" : amount.toString()));
      }
    }
    ResourceQuotaStatus before = quota.getStatus();
    if (before != null && hard.equals(before.getHard()) && used.equals(before.getUsed())) {
      return;
    }
    quotas.assume(
        writes()
            .update(
                new ResourceQuotaBuilder(quota)
                    .withStatus(new ResourceQuotaStatus(hard, used))
                    .build(),
                "status"));
  }

  private Map<String, io.github.dratestkit.allocator.value.Quantity> usageOf(ResourceQuota quota) {
    Map<String, io.github.dratestkit.allocator.value.Quantity> usage = new TreeMap<>();
    JsonNode tree = tree(quota);
    charged.stream()
        .filter(kind -> QuotaCharges.limits(tree, KnownKinds.resourceOf(kind)))
        .forEach(kind -> add(kind, quota.getMetadata().getNamespace(), tree, usage));
    return usage;
  }

  private <T extends HasMetadata> void add(
      Class<T> kind,
      String namespace,
      JsonNode quota,
      Map<String, io.github.dratestkit.allocator.value.Quantity> usage) {
    GroupResource resource = KnownKinds.resourceOf(kind);
    for (T object : writes().list(kind, namespace, FeedOptions.ALL)) {
      QuotaCharges.of(quota, resource, tree(object), this::extendedResource)
          .forEach(
              (name, amount) ->
                  usage.merge(name, amount, io.github.dratestkit.allocator.value.Quantity::add));
    }
  }

  private String extendedResource(String className) {
    return writes()
        .get(DeviceClass.class, "", className)
        .map(found -> found.getSpec().getExtendedResourceName())
        .orElse("");
  }

  private static JsonNode tree(HasMetadata object) {
    return JsonMapper.shared().readTree(SERIALIZATION.asJson(object));
  }
}
