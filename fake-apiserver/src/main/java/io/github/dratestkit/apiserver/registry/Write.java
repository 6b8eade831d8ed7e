package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.store.Store;
import io.github.dratestkit.apiserver.store.StoreKey;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** One write that is under way. */
record Write(
    FeatureSet features,
    Store store,
    Instant now,
    String requestVersion,
    String verb,
    String subresource,
    Caller caller,
    Authority authority,
    boolean dryRun,
    String fieldManager)
    implements WriteContext {

  /** Decides what else a caller may do. */
  @FunctionalInterface
  interface Authority {
    Permission decide(Caller caller, Access access);
  }

  Write {
    now = now.truncatedTo(ChronoUnit.SECONDS);
  }

  /** Returns this write as one that keeps nothing. */
  Write asDryRun() {
    return new Write(
        features,
        store,
        now,
        requestVersion,
        verb,
        subresource,
        caller,
        authority,
        true,
        fieldManager);
  }

  @Override
  public Optional<ObjectNode> find(GroupResource resource, String namespace, String name) {
    StoredObject stored =
        store.view().get(new StoreKey(StorageNames.storedAs(resource), namespace, name));
    return Optional.ofNullable(stored).map(StoredObject::object);
  }

  @Override
  public Iterable<ObjectNode> all(GroupResource resource) {
    Iterable<StoredObject> objects = store.view().all(StorageNames.storedAs(resource));
    return () ->
        new java.util.Iterator<>() {
          private final java.util.Iterator<StoredObject> iterator = objects.iterator();

          @Override
          public boolean hasNext() {
            return iterator.hasNext();
          }

          @Override
          public ObjectNode next() {
            return iterator.next().object();
          }
        };
  }

  @Override
  public Permission mayAlso(Access access) {
    return authority.decide(caller, access);
  }
}
