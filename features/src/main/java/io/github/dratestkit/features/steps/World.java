package io.github.dratestkit.features.steps;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.github.dratestkit.features.steps.StoreView.ListableResource;
import io.github.dratestkit.features.target.Target;
import io.github.dratestkit.features.target.Targets;
import io.github.dratestkit.features.target.User;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of one scenario: the target, what the last action did, and which objects the scenario
 * has already accounted for. Cucumber makes one for each scenario and hands it to all steps.
 *
 * <p>An action remembers the store as it was before. An object is accounted for when the action
 * itself wrote it or a later step asserted something about it; whatever else changed makes {@code
 * nothing else changed} fail.
 */
public final class World {

  private final Target target = Targets.current();
  private final Set<ObjectReference> accounted = new HashSet<>();
  private @Nullable List<ListableResource> resources;
  private @Nullable StoreView before;
  private @Nullable KubernetesClientException refusal;
  private @Nullable User actor;
  private @Nullable KubernetesClient acting;

  Target target() {
    return target;
  }

  /** Returns the client of whoever acts while an action is under way, else the administrator's. */
  KubernetesClient client() {
    return acting == null ? target.client() : acting;
  }

  /** Lets what follows be done by somebody; null is the administrator. */
  void actAs(@Nullable User user) {
    actor = user;
  }

  String namespace() {
    return target.namespace();
  }

  /** Does what a step does to the cluster; a refusal is kept for the step that expects it. */
  void act(Runnable action) {
    failOnUnexpectedRefusal();
    target.settle();
    accounted.clear();
    before = view();
    User user = actor;
    try (KubernetesClient theirs = user == null ? null : target.clientAs(user)) {
      acting = theirs;
      action.run();
    } catch (KubernetesClientException refused) {
      if (refused.getCode() < 400) {
        throw refused;
      }
      refusal = refused;
    } finally {
      acting = null;
    }
    target.settle();
  }

  /** Creates an object in the scenario's namespace and accounts for it. */
  <T extends HasMetadata> T create(T object) {
    T created = client().resource(object).create();
    account(created);
    target.created(created);
    return created;
  }

  /** Accounts for an object: whatever changes in it, the scenario knows about it. */
  void account(HasMetadata object) {
    account(
        resource(object.getKind()).name(),
        Optional.ofNullable(object.getMetadata().getNamespace()).orElse(""),
        object.getMetadata().getName());
  }

  /** Accounts for an object by its name; resource is the plural with its group. */
  void account(String resource, String inNamespace, String name) {
    accounted.add(new ObjectReference(resource, inNamespace, name));
  }

  /** Accounts for every object of a resource that changed in one way, such as {@code is gone}. */
  void accountFor(String resource, String change) {
    unaccountedChanges()
        .forEach(
            (reference, actual) -> {
              if (reference.resource().equals(resource) && actual.equals(change)) {
                accounted.add(reference);
              }
            });
  }

  /** Returns the refusal that the last action met, and takes it off the list of surprises. */
  Optional<KubernetesClientException> takeRefusal() {
    Optional<KubernetesClientException> taken = Optional.ofNullable(refusal);
    refusal = null;
    return taken;
  }

  /** Waits until a fact holds. */
  void eventually(Supplier<Optional<String>> problem) {
    failOnUnexpectedRefusal();
    target.eventually(problem);
  }

  /** Returns what changed since before the last action and nobody accounted for. */
  Map<ObjectReference, String> unaccountedChanges() {
    failOnUnexpectedRefusal();
    if (before == null) {
      throw new IllegalStateException("nothing was done yet: a When comes first");
    }
    Map<ObjectReference, String> changes = new TreeMap<>(view().changesSince(before));
    changes.keySet().removeAll(accounted);
    return changes;
  }

  /** Fails if the server refused something and no step expected it. */
  void failOnUnexpectedRefusal() {
    if (refusal != null) {
      KubernetesClientException unexpected = refusal;
      refusal = null;
      throw new AssertionError("the server refused it: " + unexpected.getMessage(), unexpected);
    }
  }

  /** Says whether objects of a kind live in namespaces, as the server's discovery has it. */
  boolean isNamespaced(String kind) {
    return resource(kind).namespaced();
  }

  /** Returns where objects of a kind are found in a version of their group. */
  String path(String groupVersion, String kind) {
    return resource(kind).in(groupVersion).path(namespace());
  }

  private ListableResource resource(String kind) {
    return resources().stream()
        .filter(resource -> resource.kind().equals(kind))
        .findFirst()
        .orElseThrow(() -> new AssertionError("the server does not serve any " + kind));
  }

  private StoreView view() {
    return StoreView.read(target, resources(), namespace());
  }

  private List<ListableResource> resources() {
    if (resources == null) {
      resources = ListableResource.discover(target);
    }
    return resources;
  }
}
