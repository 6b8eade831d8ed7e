package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.codec.table.TableColumns;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What one kind does differently in the generic life of an object. Everything that is the same for
 * all kinds (metadata, names, uids, versions, finalizers, the order of steps) is the registry's.
 *
 * <p>The steps of a write, in order: decode; {@link #applyDefaults} in the version of the request;
 * {@link #toHub}; prepare; validate; store; {@link #fromHub} for whoever reads. Between toHub and
 * fromHub trees are in the kind's hub version, which is the newest one. Trees may be changed only
 * where a method says so.
 *
 * <p>The defaults of this interface are those of a kind without rules of its own.
 */
public interface Strategy {

  /** A kind without rules. */
  Strategy PLAIN = new Strategy() {};

  /** Stands for the version that discovery names first. */
  String PREFERRED_VERSION = "";

  /**
   * Returns the version in which the rules of this kind are written, or {@link #PREFERRED_VERSION}
   * if all versions have the same shape.
   */
  default String hubVersion() {
    return "v1";
  }

  /** Fills in what the client left out, in place, in the version of the request. */
  default void applyDefaults(ObjectNode object, String version, WriteContext context) {}

  /** Turns an object of {@code version} into the hub version, in place; apiVersion is set after. */
  default void toHub(ObjectNode object, String version) {}

  /** Turns an object of the hub version into {@code version}, in place; apiVersion is set after. */
  default void fromHub(ObjectNode object, String version) {}

  /** Resets what a client may not set, drops disabled fields, sets the first generation. */
  default void prepareForCreate(ObjectNode object, WriteContext context) {}

  /** The same for a write to the main resource; {@code old} is what is stored. */
  default void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {}

  /** The same for a write to {@code /status}. Metadata and spec are already those of old. */
  default void prepareForStatusUpdate(ObjectNode object, ObjectNode old, WriteContext context) {}

  /** Returns what is wrong with a new object, metadata excepted. */
  default List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    return List.of();
  }

  /**
   * Returns what is wrong with a change of the main resource, metadata excepted; for most kinds
   * what would be wrong with a new object.
   */
  default List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    return validateCreate(object, context);
  }

  /** Returns what is wrong with a change through {@code /status}. */
  default List<FieldError> validateStatusUpdate(
      ObjectNode object, ObjectNode old, WriteContext context) {
    return List.of();
  }

  /** Returns why an object that keeps all rules is forbidden nevertheless, if it is. */
  default Optional<String> refusal(ObjectNode object, WriteContext context) {
    return Optional.empty();
  }

  /** Returns texts for Warning headers; the object has been accepted. */
  default List<String> warnings(ObjectNode object, WriteContext context) {
    return List.of();
  }

  /** Returns texts for Warning headers of a change that has been accepted. */
  default List<String> warningsOfChange(ObjectNode object, ObjectNode old, WriteContext context) {
    return warnings(object, context);
  }

  /** Says whether a PUT without resourceVersion is accepted in a version of the API. */
  default boolean allowsUnconditionalUpdate(String requestVersion) {
    return true;
  }

  /** Says whether a PUT of an object that does not exist creates it. */
  default boolean allowsCreateOnUpdate() {
    return false;
  }

  /** Says whether DELETE answers with the object, not with a Status, in a version of the API. */
  default boolean returnsDeletedObject(String requestVersion) {
    return false;
  }

  /**
   * Returns what names the way in which stored objects are read. It changes when that does, and is
   * empty for a kind whose objects are read as they were stored.
   */
  default String readingForm() {
    return "";
  }

  /** Returns why no new objects are taken at the moment, if none are. */
  default Optional<String> creationRefusal() {
    return Optional.empty();
  }

  /**
   * Marks an object, in place, that is to be deleted, if its kind has a way of its own.
   *
   * @return whether it has
   */
  default boolean beginsDeletion(ObjectNode object, WriteContext context) {
    return false;
  }

  /**
   * Runs something as soon as objects of this kind are not served any more as they are now.
   *
   * @return how to give that up
   */
  default Runnable onRetirement(Runnable end) {
    return () -> {};
  }

  /** Returns where objects have what their scale shows, if not where workloads have it. */
  default Optional<ScaleFields> scale(String version) {
    return Optional.empty();
  }

  /** Returns the columns of tables in a version of the API, if they are not those of the table. */
  default Optional<TableColumns> columns(String version) {
    return Optional.empty();
  }

  /** Says whether metadata.generation is counted by the server. */
  default boolean managesGeneration() {
    return false;
  }

  /** Returns the kind's own selectable fields; those of metadata are added by the registry. */
  default Map<String, String> selectableFields(ObjectNode object) {
    return Map.of();
  }

  /** Returns what is wrong with the name of a new object; most kinds want a DNS subdomain. */
  default NameRule nameRule() {
    return NameRule.DNS_SUBDOMAIN;
  }

  /** Returns which finalizers objects may have. */
  default FinalizerRule finalizerRule() {
    return FinalizerRule.OWN_OR_QUALIFIED;
  }

  /** Returns since which version changes are known, 0 if since ever. */
  default long knownSince() {
    return 0;
  }

  /** What becomes of the dependents of an object whose deletion does not say. */
  enum Dependents {
    /** They are collected. */
    DELETED,
    /** They stay, without the object as their owner. */
    ORPHANED,
    /** The collector looks after no such object, whatever its deletion says. */
    UNCOLLECTED
  }

  /** Returns what becomes of the dependents of an object whose deletion does not say. */
  default Dependents dependents() {
    return Dependents.DELETED;
  }

  /**
   * Returns texts for Warning headers of a deletion that does not say what becomes of dependents.
   */
  default List<String> warningsOfVagueDeletion() {
    return List.of();
  }

  /** Says whether a write to {@code /status} leaves labels, annotations and the like alone. */
  default boolean keepsMetadataOnStatusUpdate() {
    return true;
  }

  /** Says whether a write to {@code /status} leaves alone when the object is to go. */
  default boolean keepsDeletionOnStatusUpdate() {
    return keepsMetadataOnStatusUpdate();
  }

  /** Returns an annotation that stands for a field, so that metadata alone does not have it. */
  default String annotationOfField() {
    return "";
  }

  /**
   * Returns how many seconds an object gets to end; null for kinds that end at once.
   *
   * @param asked what the deletion asks for, null if it does not say
   */
  default @Nullable Long gracePeriodSeconds(ObjectNode object, @Nullable Long asked) {
    return null;
  }

  /** Returns the names by which a version of the API selects. */
  default List<String> selectableFieldNames(String version) {
    return selectableFieldNames();
  }

  /** Returns the names of {@link #selectableFields}. */
  default List<String> selectableFieldNames() {
    return List.of();
  }
}
