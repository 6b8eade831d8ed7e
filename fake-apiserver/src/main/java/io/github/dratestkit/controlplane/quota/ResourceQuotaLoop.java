package io.github.dratestkit.controlplane.quota;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.api.model.ResourceQuotaStatus;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.KnownKinds;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The resource quota controller. It writes into the status of a quota what it limits and what is
 * used of it; what is refused because of it is up to admission.
 */
public final class ResourceQuotaLoop extends ReconcilingLoop<ObjectKey> {

  /** Kinds that are counted under a short name as well as under {@code count/}. */
  private static final List<Class<? extends HasMetadata>> COUNTED =
      List.of(ConfigMap.class, Secret.class, Service.class, PersistentVolumeClaim.class);

  private final Informer<ResourceQuota> quotas;

  /** Creates the loop. */
  public ResourceQuotaLoop(ApiAccess access, Timers timers) {
    super("resourcequota-controller", access, timers);
    this.quotas = inform(ResourceQuota.class, change -> queue().add(ObjectKey.of(change.object())));
    inform(Pod.class, this::usageChanged);
    inform(ResourceClaim.class, this::usageChanged);
    COUNTED.forEach(this::watch);
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
    for (ResourceQuota quota : quotas.all()) {
      if (quota.getMetadata().getNamespace().equals(namespace)) {
        queue().add(ObjectKey.of(quota));
      }
    }
  }

  private void sync(ResourceQuota quota) {
    Map<String, Quantity> hard = quota.getSpec().getHard();
    if (hard == null || hard.isEmpty()) {
      return;
    }
    Usage usage = usageOf(quota.getMetadata().getNamespace());
    Map<String, Quantity> used = new TreeMap<>();
    for (String name : hard.keySet()) {
      var amount = usage.used().get(name);
      used.put(name, new Quantity(amount == null ? "0" : amount.toString()));
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

  private Usage usageOf(String namespace) {
    Usage usage = new Usage();
    for (Pod pod : writes().list(Pod.class, namespace, FeedOptions.ALL)) {
      if (!PodClaims.hasEnded(pod)) {
        usage.add(pod);
      }
    }
    writes().list(ResourceClaim.class, namespace, FeedOptions.ALL).forEach(usage::add);
    COUNTED.forEach(kind -> count(kind, namespace, usage));
    return usage;
  }

  private <T extends HasMetadata> void count(Class<T> kind, String namespace, Usage usage) {
    String resource = KnownKinds.resourceOf(kind).toString();
    writes()
        .list(kind, namespace, FeedOptions.ALL)
        .forEach(
            object -> {
              usage.count(resource);
              usage.count("count/" + resource);
            });
  }
}
