package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.patch.Manager.Operation;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.schema.ObjectType;
import io.github.dratestkit.apiserver.schema.Shape;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keeps {@code metadata.managedFields} of one kind in one version: after an update it notes who
 * changed what, and it applies objects by what their managers own.
 *
 * <p>It works on trees in the version of the request and changes none but the new object's
 * metadata. The rules are those of apimachinery/pkg/util/managedfields, 1.37.
 */
public final class FieldManager {

  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
  private static final FieldSet NEVER_OWNED = neverOwned();

  private final GroupVersionKind kind;
  private final Shape shape;
  private final ObjectNode emptyObject;
  private final String subresource;
  private final FieldSet resetFields;
  private final Versions versions;

  /**
   * Makes a manager for writes to one resource or subresource.
   *
   * @param emptyObject an object of the kind of which no field was set, in the server's own form
   * @param subresource empty for the main resource
   * @param resetFields the paths that a write here cannot change; nobody comes to own them by it
   */
  public FieldManager(
      GroupVersionKind kind,
      ObjectType type,
      ObjectNode emptyObject,
      String subresource,
      Set<List<String>> resetFields,
      Versions versions) {
    this.kind = kind;
    this.shape = Shape.object(() -> type, false);
    this.emptyObject = emptyObject;
    this.subresource = subresource;
    this.resetFields =
        resetFields.stream()
            .map(path -> FieldSet.ofNames(path.toArray(String[]::new)))
            .reduce(new FieldSet(), FieldSet::union);
    this.versions = versions;
  }

  /** Says whether an object has nothing that its type does not declare. */
  public static boolean fits(ObjectType type, ObjectNode object) {
    return AppliedCheck.errors(Shape.object(() -> type, false), object).isEmpty();
  }

  private static FieldSet neverOwned() {
    FieldSet set =
        FieldSet.ofNames("apiVersion")
            .union(FieldSet.ofNames("kind"))
            .union(FieldSet.ofNames("metadata"));
    for (String field :
        List.of(
            "name",
            "namespace",
            "creationTimestamp",
            "selfLink",
            "uid",
            "clusterName",
            "generation",
            "managedFields",
            "resourceVersion")) {
      set = set.union(FieldSet.ofNames("metadata", field));
    }
    return set;
  }

  /**
   * Says whether two objects are the same but for the times of their managers. A write that changes
   * no more than those changes nothing.
   */
  public static boolean sameBesidesTimes(ObjectNode one, ObjectNode other) {
    return one.equals(other) || withoutTimes(one).equals(withoutTimes(other));
  }

  private static ObjectNode withoutTimes(ObjectNode object) {
    if (!(object.path("metadata").path("managedFields") instanceof ArrayNode entries)) {
      return object;
    }
    ObjectNode copy = shallow(object);
    ObjectNode metadata = shallow((ObjectNode) object.get("metadata"));
    ArrayNode timeless = entries.arrayNode();
    for (JsonNode entry : entries) {
      timeless.add(entry instanceof ObjectNode known ? shallow(known).without("time") : entry);
    }
    metadata.set("managedFields", timeless);
    copy.set("metadata", metadata);
    return copy;
  }

  /**
   * Notes in {@code changed} who owns what after an update or a creation.
   *
   * @param live the object before, or an empty object of the kind if it is created
   * @param changed the object after, as the client wants it
   * @param name the name of the manager
   */
  public void afterUpdate(ObjectNode live, ObjectNode changed, String name, Instant now) {
    Ownership before = ownershipOf(live, changed);
    ObjectNode oldObject = withoutManagedFields(live);
    ObjectNode newObject = withoutManagedFields(changed);
    boolean creation = live.path("metadata").path("uid").isMissingNode();
    if (before.isEmpty() && !creation) {
      setManagedFields(changed, before);
      return;
    }
    try {
      Manager manager = Manager.of(name, Operation.UPDATE, kind.apiVersion(), subresource);
      Ownership after = update(oldObject, newObject, before, manager, now);
      after.capUpdaters();
      setManagedFields(changed, after);
    } catch (IllegalArgumentException e) {
      // Such an object is refused by its rules; the real server gives up on tracking it, too.
      setManagedFields(changed, before);
    }
  }

  private Ownership update(
      ObjectNode live, ObjectNode changed, Ownership before, Manager manager, Instant now) {
    Ownership after = new Ownership(before);
    Comparison comparison =
        new OwnershipUpdate(kind.apiVersion(), shape, resetFields, versions)
            .giveUp(live, changed, after, null, true);
    FieldSet taken = comparison.written().recursiveDifference(resetFields).difference(NEVER_OWNED);
    if (!taken.isEmpty()) {
      Owned known = after.of(manager);
      FieldSet all = known == null ? taken : known.fields().union(taken);
      after.set(manager, new Owned(all, kind.apiVersion(), Optional.of(now)));
    }
    return after;
  }

  /**
   * Applies an object.
   *
   * @param live the object as it is, or an empty object of the kind if it is to be created
   * @param applied what the client applies, as it wrote it
   * @param force whether fields of other managers are taken over
   * @return the new object, still to be brought into the server's own form, or nothing if the
   *     object stays as it is
   * @throws io.github.dratestkit.apiserver.status.StatusException 400 or 500 if it cannot be
   *     applied, 409 for conflicts
   */
  public Optional<ObjectNode> apply(
      ObjectNode live, ObjectNode applied, String name, Force force, Instant now) {
    refuseUnfit(applied);
    ObjectNode oldObject = withoutManagedFields(live);
    Ownership before = readOwnership(live);
    if (before.isEmpty()) {
      Manager earlier =
          Manager.of("before-first-apply", Operation.UPDATE, kind.apiVersion(), subresource);
      before = update(emptyObject, oldObject, before, earlier, now);
    }
    Manager manager = Manager.of(name, Operation.APPLY, "", subresource);
    Ownership after = new Ownership(before);
    ObjectNode result = merged(oldObject, applied, manager, after, force);
    stripNeverOwned(after, manager);
    boolean sameObject = JsonValues.same(result, oldObject);
    if (sameObject && after.sameFields(before) && !before.isEmpty()) {
      return Optional.empty();
    }
    Owned owned = after.of(manager);
    if (owned != null && !sameObject) {
      after.set(manager, owned.at(now));
    }
    after.capUpdaters();
    // An object that only gets another manager is not written anew, and keeps its spelling.
    ObjectNode written =
        sameObject
            ? oldObject.deepCopy()
            : (ObjectNode) TypedNumbers.wrapped(JsonValues.plain(result), shape);
    if (name.equals("kubectl")) {
      refreshLastApplied(written, applied);
    }
    setManagedFields(written, after);
    return Optional.of(written);
  }

  /** Whether an apply takes fields over from other managers. */
  public enum Force {
    NEVER,
    FORCE
  }

  private ObjectNode merged(
      ObjectNode live, ObjectNode applied, Manager manager, Ownership after, Force force) {
    AppliedMerge merge =
        new AppliedMerge(
            shape, new OwnershipUpdate(kind.apiVersion(), shape, resetFields, versions), versions);
    Ownership untouched = new Ownership(after);
    try {
      return merge.apply(live, applied, manager, after, force == Force.FORCE);
    } catch (Conflicts conflicts) {
      Optional<FieldSet> allowed =
          manager.name().equals("kubectl") ? lastApplied(live) : Optional.empty();
      if (allowed.isEmpty()) {
        throw conflicts.refusal();
      }
      if (!conflicts.all().difference(allowed.get()).isEmpty()) {
        throw conflicts.without(allowed.get()).refusal();
      }
      after.owners().clear();
      after.owners().putAll(untouched.owners());
      return merge.apply(live, applied, manager, after, true);
    }
  }

  private void refuseUnfit(ObjectNode applied) {
    JsonNode metadata = applied.path("metadata");
    if (metadata.has("managedFields") && !metadata.get("managedFields").isNull()) {
      throw StatusErrors.badRequest("metadata.managedFields must be nil");
    }
    List<String> errors = AppliedCheck.errors(shape, applied);
    if (!errors.isEmpty()) {
      throw StatusErrors.internalWithoutReason(
          "failed to create typed patch object ("
              + metadata.path("namespace").asString("")
              + "/"
              + metadata.path("name").asString("")
              + "; "
              + kind.group()
              + "/"
              + kind.version()
              + ", Kind="
              + kind.kind()
              + "): "
              + (errors.size() == 1 ? errors.get(0) : "errors:\n  " + String.join("\n  ", errors)));
    }
  }

  private static void stripNeverOwned(Ownership ownership, Manager manager) {
    Owned owned = ownership.of(manager);
    if (owned != null) {
      ownership.set(manager, owned.with(owned.fields().difference(NEVER_OWNED)));
    }
  }

  /** Returns the fields that kubectl's client-side apply wrote and nobody changed since. */
  private Optional<FieldSet> lastApplied(ObjectNode live) {
    String text = live.path("metadata").path("annotations").path(LAST_APPLIED).asString("");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      JsonNode last = JsonMapper.shared().readTree(text);
      boolean fits =
          last.path("apiVersion").asString("").equals(kind.apiVersion())
              && AppliedCheck.errors(shape, last).isEmpty();
      if (!fits) {
        return Optional.empty();
      }
      Comparison comparison = Comparison.of(shape, last, live);
      return Optional.of(
          MentionedFields.of(shape, last)
              .difference(comparison.modified())
              .difference(comparison.added())
              .difference(comparison.removed()));
    } catch (JacksonException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  // kubectl's client-side apply must find the annotation as if it had written it itself.
  private static void refreshLastApplied(ObjectNode result, ObjectNode applied) {
    if (!(result.path("metadata").path("annotations") instanceof ObjectNode annotations)
        || annotations.path(LAST_APPLIED).asString("").isEmpty()) {
      return;
    }
    ObjectNode last = (ObjectNode) JsonValues.plain(applied);
    if (last.path("metadata").path("annotations") instanceof ObjectNode lastAnnotations) {
      lastAnnotations.remove(LAST_APPLIED);
    }
    ObjectNode copy = annotations.deepCopy();
    copy.put(LAST_APPLIED, last + "\n");
    ((ObjectNode) result.get("metadata")).set("annotations", copy);
  }

  /** Returns who owns what before a write: as the client says, else as the live object says. */
  private Ownership ownershipOf(ObjectNode live, ObjectNode changed) {
    JsonNode told = changed.path("metadata").path("managedFields");
    if (!subresource.isEmpty()) {
      return readOwnership(live);
    }
    if (told.isArray() && (told.isEmpty() || told.size() == 1 && told.get(0).isEmpty())) {
      return new Ownership();
    }
    try {
      Ownership ownership = Ownership.of(told);
      return ownership.isEmpty() ? readOwnership(live) : ownership;
    } catch (IllegalArgumentException e) {
      return readOwnership(live);
    }
  }

  private static Ownership readOwnership(ObjectNode live) {
    try {
      return Ownership.of(live.path("metadata").path("managedFields"));
    } catch (IllegalArgumentException e) {
      return new Ownership();
    }
  }

  private static ObjectNode withoutManagedFields(ObjectNode object) {
    @Nullable JsonNode metadata = object.get("metadata");
    if (!(metadata instanceof ObjectNode known) || !known.has("managedFields")) {
      return object;
    }
    ObjectNode copy = shallow(object);
    ObjectNode metadataCopy = shallow(known);
    metadataCopy.remove("managedFields");
    copy.set("metadata", metadataCopy);
    return copy;
  }

  private static ObjectNode shallow(ObjectNode object) {
    ObjectNode copy = JsonNodeFactory.instance.objectNode();
    copy.setAll(object);
    return copy;
  }

  private static void setManagedFields(ObjectNode object, Ownership ownership) {
    ObjectNode metadata =
        object.get("metadata") instanceof ObjectNode known ? known : object.putObject("metadata");
    if (ownership.isEmpty()) {
      metadata.remove("managedFields");
    } else {
      metadata.set("managedFields", ownership.toManagedFields());
    }
  }
}
