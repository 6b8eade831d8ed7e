package io.github.dratestkit.apiserver.admission;

import io.github.dratestkit.apiserver.registry.AdmissionPlugin;
import io.github.dratestkit.apiserver.store.Store;
import java.util.ArrayList;
import java.util.List;

/**
 * The admission plugins in upstream's order (pkg/kubeapiserver/options/plugins.go, 1.37). The one
 * way into this package.
 */
public final class AdmissionPlugins {

  private AdmissionPlugins() {}

  /**
   * Returns them.
   *
   * @param byCaller those that go by who asks; they come after the limits and before all others
   */
  public static List<AdmissionPlugin> of(Store store, List<AdmissionPlugin> byCaller) {
    List<AdmissionPlugin> plugins = new ArrayList<>();
    plugins.add(new LimitRanger());
    plugins.addAll(byCaller);
    plugins.add(new PodPriority());
    plugins.add(new DefaultTolerations());
    plugins.add(new InUseProtection());
    plugins.add(new RuntimeClasses());
    plugins.add(new QuotaAdmission(store));
    return plugins;
  }
}
