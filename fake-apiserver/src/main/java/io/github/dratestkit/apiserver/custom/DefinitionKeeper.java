package io.github.dratestkit.apiserver.custom;

import io.github.dratestkit.apiserver.ApiHandler;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.store.Reaction;
import io.github.dratestkit.apiserver.store.Store;
import io.github.dratestkit.apiserver.store.StoredObject;
import io.github.dratestkit.apiserver.time.Timers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keeps the definitions in the store: brings each a step further as long as there is one, whenever
 * one was written. Upstream's controllers do so in the API server itself, one after the other.
 */
final class DefinitionKeeper {

  private static final Logger LOG = LoggerFactory.getLogger(DefinitionKeeper.class);
  private static final String PATH = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/";

  private final Store store;
  private final DefinitionSteps steps;
  private final ApiHandler server;
  private final Runnable serve;
  private final Reaction reaction = new Reaction(this::pass);
  private final Set<GroupResource> watched = ConcurrentHashMap.newKeySet();

  DefinitionKeeper(Store store, Timers timers, ApiHandler server, Runnable serve) {
    this.store = store;
    this.steps = new DefinitionSteps(timers);
    this.server = server;
    this.serve = serve;
  }

  void start() {
    store.onChange(Definition.RESOURCE, reaction::run);
    reaction.run();
  }

  private void pass() {
    serve.run();
    // Whatever is written bears on all others, which are then looked at again.
    for (Iterator<Definition> each = definitions().iterator();
        !reaction.isDue() && each.hasNext(); ) {
      advance(each.next());
    }
  }

  private List<Definition> definitions() {
    List<Definition> definitions = new ArrayList<>();
    for (StoredObject stored : store.view().all(Definition.RESOURCE)) {
      definitions.add(new Definition(stored.object()));
    }
    return definitions;
  }

  private void advance(Definition definition) {
    List<Definition> ofGroup =
        definitions().stream().filter(other -> other.group().equals(definition.group())).toList();
    Optional<ObjectNode> next =
        steps
            .judgeApproval(definition)
            .or(() -> steps.accept(definition, ofGroup))
            .or(() -> steps.establish(definition))
            .or(() -> steps.announceEnd(definition));
    if (next.isPresent()) {
      write(definition, next.get());
    } else if (definition.isToBeCleanedUp()) {
      end(definition);
    }
  }

  private void end(Definition definition) {
    GroupResource resource = definition.resource();
    if (definition.isTrue(Definition.ESTABLISHED)) {
      if (watched.add(resource)) {
        store.onChange(resource, this::lookAgain);
      }
      deleteObjects(definition);
      if (store.view().size(resource) > 0) {
        return;
      }
    }
    write(definition, steps.end(definition));
  }

  // Somebody else lets the last object go.
  private void lookAgain() {
    if (!reaction.isUnderWay() && definitions().stream().anyMatch(Definition::isToBeCleanedUp)) {
      reaction.run();
    }
  }

  private void deleteObjects(Definition definition) {
    GroupResource resource = definition.resource();
    TreeSet<String> namespaces = new TreeSet<>();
    for (StoredObject stored : store.view().all(resource)) {
      boolean deleting = stored.object().path("metadata").hasNonNull("deletionTimestamp");
      if (!deleting) {
        namespaces.add(stored.key().namespace());
      }
    }
    for (String namespace : namespaces) {
      String within = namespace.isEmpty() ? "" : "namespaces/" + namespace + "/";
      send(
          ApiRequest.of(
              "DELETE",
              "/apis/"
                  + resource.group()
                  + "/"
                  + definition.storageVersion()
                  + "/"
                  + within
                  + resource.resource()));
    }
  }

  private void write(Definition definition, ObjectNode changed) {
    send(
        ApiRequest.of("PUT", PATH + definition.name() + "/status")
            .withBody("application/json", changed.toString().getBytes(StandardCharsets.UTF_8)));
  }

  private void send(ApiRequest request) {
    ApiResponse response = server.handle(request.withHeader("User-Agent", "apiserver"));
    boolean overtaken = response.code() == 409 || response.code() == 404;
    if (overtaken) {
      reaction.run();
    } else if (response.code() >= 300) {
      LOG.warn("{} {} answers {}", request.method(), request.path(), response.code());
    }
  }
}
