package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.catalog.Catalog;
import io.github.dratestkit.apiserver.codec.ObjectCodec;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.store.Store;
import io.github.dratestkit.apiserver.time.Identity;
import io.github.dratestkit.apiserver.time.Timers;
import java.util.List;
import java.util.Map;

/** What a registry is built from. */
public record Parts(
    FeatureSet features,
    Catalog catalog,
    Store store,
    ObjectCodec codec,
    Map<GroupResource, Strategy> strategies,
    List<AdmissionPlugin> plugins,
    Timers timers,
    Identity identity) {}
