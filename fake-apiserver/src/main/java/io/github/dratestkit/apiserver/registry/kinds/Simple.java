package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/** Kinds that differ from a plain one in a word or two. */
final class Simple {

  /** The generation counts the changes of the spec. */
  static final Strategy COUNTED = new CountedSpec() {};

  /** Replication controllers: counted, and selected by how many pods there are. */
  static final Strategy REPLICATION_CONTROLLER =
      new CountedSpec() {
        @Override
        public List<String> selectableFieldNames() {
          return List.of("status.replicas");
        }

        @Override
        public Map<String, String> selectableFields(ObjectNode object) {
          return Map.of(
              "status.replicas", Long.toString(object.path("status").path("replicas").asLong(0)));
        }
      };

  /** A kind that is plain but for the texts of its spec by which it can be selected. */
  static Strategy selectedBy(String... specFields) {
    return new SelectedBySpec(List.of(specFields));
  }

  private record SelectedBySpec(List<String> fields) implements Strategy {
    @Override
    public List<String> selectableFieldNames() {
      return fields.stream().map(field -> "spec." + field).toList();
    }

    @Override
    public Map<String, String> selectableFields(ObjectNode object) {
      Map<String, String> values = new TreeMap<>();
      fields.forEach(
          field -> values.put("spec." + field, object.path("spec").path(field).asString("")));
      return values;
    }
  }

  /** DELETE answers with the object. */
  static final Strategy RETURNED_WHEN_DELETED =
      new Strategy() {
        @Override
        public boolean returnsDeletedObject(String requestVersion) {
          return true;
        }
      };

  /** A PUT creates what is not there. */
  static final Strategy CREATED_ON_UPDATE =
      new Strategy() {
        @Override
        public boolean allowsCreateOnUpdate() {
          return true;
        }
      };

  static final Strategy VOLUME =
      new Strategy() {
        @Override
        public void applyDefaults(ObjectNode object, String version, WriteContext context) {
          ObjectNode spec = Absent.object(object, "spec");
          Absent.text(spec, "persistentVolumeReclaimPolicy", "Retain");
          Absent.text(spec, "volumeMode", "Filesystem");
          if (spec.get("hostPath") instanceof ObjectNode path && Absent.is(path, "type")) {
            path.put("type", "");
          }
        }

        @Override
        public void prepareForCreate(ObjectNode object, WriteContext context) {
          object
              .putObject("status")
              .put("phase", "Pending")
              .put("lastPhaseTransitionTime", context.now().toString());
        }

        @Override
        public boolean returnsDeletedObject(String requestVersion) {
          return true;
        }
      };

  static final Strategy VOLUME_CLAIM =
      new Strategy() {
        @Override
        public void applyDefaults(ObjectNode object, String version, WriteContext context) {
          Absent.text(Absent.object(object, "spec"), "volumeMode", "Filesystem");
        }

        @Override
        public void prepareForCreate(ObjectNode object, WriteContext context) {
          object.putObject("status").put("phase", "Pending");
        }

        @Override
        public boolean returnsDeletedObject(String requestVersion) {
          return true;
        }
      };

  static final Strategy STORAGE_CLASS =
      new Strategy() {
        @Override
        public void applyDefaults(ObjectNode object, String version, WriteContext context) {
          Absent.text(object, "reclaimPolicy", "Delete");
          Absent.text(object, "volumeBindingMode", "Immediate");
        }

        @Override
        public boolean returnsDeletedObject(String requestVersion) {
          return true;
        }
      };

  private Simple() {}
}
