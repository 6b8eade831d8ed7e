package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
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

  /** A PUT creates what is not there. */
  static final Strategy CREATED_ON_UPDATE =
      new Strategy() {
        @Override
        public boolean allowsCreateOnUpdate() {
          return true;
        }
      };

  /** Templates of pods: their defaults, and a generation that counts their changes. */
  static final Strategy POD_TEMPLATE =
      new CountedChanges() {
        @Override
        public void applyDefaults(ObjectNode object, String version, WriteContext context) {
          if (object.path("template").get("spec") instanceof ObjectNode pod) {
            PodDefaults.applyToTemplate(pod);
          }
        }

        @Override
        public boolean changes(ObjectNode object, ObjectNode old) {
          return differ(object, old, "template");
        }

        @Override
        public boolean returnsDeletedObject(String requestVersion) {
          return true;
        }
      };

  /** Configurations of webhooks: any change of them counts. */
  static final Strategy WEBHOOKS =
      new CountedChanges() {
        @Override
        public boolean changes(ObjectNode object, ObjectNode old) {
          return differ(object, old, "webhooks");
        }
      };

  private static boolean differ(ObjectNode object, ObjectNode old, String... fields) {
    return Stream.of(fields).anyMatch(field -> !object.path(field).equals(old.path(field)));
  }

  static final Strategy FLOW_SCHEMA =
      new CountedSpec() {
        @Override
        public void applyDefaults(ObjectNode object, String version, WriteContext context) {
          ObjectNode spec = Absent.object(object, "spec");
          if (spec.path("matchingPrecedence").asInt(0) == 0) {
            spec.put("matchingPrecedence", 1000);
          }
        }
      };

  static final Strategy PRIORITY_LEVEL =
      new CountedSpec() {
        @Override
        public void applyDefaults(ObjectNode object, String version, WriteContext context) {
          if (object.path("spec").get("limited") instanceof ObjectNode limited) {
            Absent.number(limited, "nominalConcurrencyShares", 30);
            Absent.number(limited, "lendablePercent", 0);
          }
        }
      };

  private Simple() {}
}
