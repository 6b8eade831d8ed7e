package io.github.dratestkit.apiserver.custom;

import io.github.dratestkit.apiserver.ApiHandler;
import io.github.dratestkit.apiserver.catalog.Catalog;
import io.github.dratestkit.apiserver.registry.Kinds;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.schema.ObjectType;
import io.github.dratestkit.apiserver.schema.Schema;
import io.github.dratestkit.apiserver.schema.structural.StructuralSchema;
import io.github.dratestkit.apiserver.store.Store;
import io.github.dratestkit.apiserver.store.StoredObject;
import io.github.dratestkit.apiserver.store.View;
import io.github.dratestkit.apiserver.time.Timers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The kinds of a server that definitions extend. It shows the rest of the server which kinds there
 * are at the moment, and keeps the definitions: their names are accepted, they are established, and
 * when they go their objects go first. All of that happens on the thread of whoever writes a
 * definition, before the write is answered.
 */
public final class CustomResources implements Kinds, Schema {

  private final Catalog builtIn;
  private final Map<GroupResource, Strategy> strategies;
  private final Store store;
  private final Timers timers;
  private volatile Serving serving;

  /** Starts with the built-in kinds. */
  public CustomResources(
      Catalog builtIn, Map<GroupResource, Strategy> strategies, Store store, Timers timers) {
    this.builtIn = builtIn;
    this.strategies = Map.copyOf(strategies);
    this.store = store;
    this.timers = timers;
    this.serving = new Serving(builtIn, List.of());
  }

  /** Keeps the definitions from now on; {@code server} answers the API server's own requests. */
  public void keep(ApiHandler server) {
    new DefinitionKeeper(store, timers, server, this::serve).start();
  }

  /** Serves what the definitions say that are in the store now. */
  private void serve() {
    Serving before = serving;
    List<ServedDefinition> definitions = new ArrayList<>();
    View view = store.view();
    for (StoredObject stored : view.all(Definition.RESOURCE)) {
      Definition definition = new Definition(stored.object());
      if (definition.isServed()) {
        definitions.add(
            before
                .kept(definition)
                .orElseGet(() -> new ServedDefinition(definition, view.version())));
      }
    }
    serving = new Serving(builtIn, definitions);
    before.definitions().stream()
        .filter(gone -> !definitions.contains(gone))
        .forEach(gone -> gone.retire(timers));
  }

  @Override
  public Catalog catalog() {
    return serving.catalog();
  }

  @Override
  public Optional<Strategy> strategy(GroupResource resource) {
    Strategy known = strategies.get(resource);
    return known == null ? serving.strategy(resource) : Optional.of(known);
  }

  @Override
  public Optional<ObjectType> type(GroupVersionKind kind) {
    Optional<ObjectType> known = Schema.builtIn().type(kind);
    return known.isPresent() ? known : serving.version(kind).map(DefinedVersion::type);
  }

  @Override
  public Optional<StructuralSchema> structural(GroupVersionKind kind) {
    return serving.version(kind).map(DefinedVersion::schema);
  }

  @Override
  public List<GroupVersionKind> kinds() {
    return Schema.builtIn().kinds();
  }
}
