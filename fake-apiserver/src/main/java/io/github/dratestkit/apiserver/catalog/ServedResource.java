package io.github.dratestkit.apiserver.catalog;

import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One resource in one version, as a server serves it.
 *
 * @param resource the plural and its group
 * @param kind the kind of its objects; for the core group the version is the one served
 * @param verbs in the order in which discovery names them
 * @param storageHash the hash of the version it is stored in, empty if it is not stored
 * @param definition what is particular to a custom resource, none for a built-in kind
 */
public record ServedResource(
    GroupResource resource,
    GroupVersionKind kind,
    boolean namespaced,
    String singular,
    Set<String> verbs,
    List<String> shortNames,
    List<String> categories,
    List<Subresource> subresources,
    String storageHash,
    Optional<Definition> definition) {

  public ServedResource {
    shortNames = List.copyOf(shortNames);
    categories = List.copyOf(categories);
    subresources = List.copyOf(subresources);
  }

  /** Returns the version it is served in. */
  public String version() {
    return kind.version();
  }

  /** Returns this resource as if its objects were of another kind. */
  public ServedResource ofKind(GroupVersionKind otherKind) {
    return new ServedResource(
        resource,
        otherKind,
        namespaced,
        singular,
        verbs,
        shortNames,
        categories,
        subresources,
        storageHash,
        definition);
  }

  /** Says whether it is a custom resource. */
  public boolean isDefined() {
    return definition.isPresent();
  }

  /** Returns the kind of its lists. */
  public String listKind() {
    return definition.map(Definition::listKind).orElseGet(() -> kind.kind() + "List");
  }

  /** Returns a subresource by its name. */
  public Optional<Subresource> subresource(String name) {
    return subresources.stream().filter(candidate -> candidate.name().equals(name)).findFirst();
  }

  /** Says whether it keeps nothing: what is sent there is answered, as reviews and bindings are. */
  public boolean onlyAnswers() {
    return verbs.equals(Set.of("create"));
  }

  /**
   * What the definition of a custom resource says of it.
   *
   * @param storageVersion the version in which objects are kept, empty if it is not served
   * @param selectableFields the fields by which objects can be selected
   * @param deprecation the warning that answers in this version carry, if it is deprecated
   */
  public record Definition(
      String listKind,
      String storageVersion,
      List<String> selectableFields,
      Optional<String> deprecation) {}

  /**
   * A subresource.
   *
   * @param kind the kind of its bodies; an empty version stands for the parent's
   */
  public record Subresource(String name, GroupVersionKind kind, Set<String> verbs) {}
}
