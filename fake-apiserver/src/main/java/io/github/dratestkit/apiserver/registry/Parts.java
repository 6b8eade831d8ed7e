package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.catalog.Catalog;
import io.github.dratestkit.apiserver.codec.ObjectCodec;
import io.github.dratestkit.apiserver.store.Store;
import io.github.dratestkit.apiserver.time.Identity;
import io.github.dratestkit.apiserver.time.Timers;
import java.util.List;

/** What a registry is built from. */
public record Parts(
    FeatureSet features,
    Store store,
    ObjectCodec codec,
    Kinds kinds,
    List<AdmissionPlugin> plugins,
    Timers timers,
    Identity identity) {

  /** Returns what is served now. */
  Catalog catalog() {
    return kinds.catalog();
  }
}
