package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
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

  static final Strategy CSI_DRIVER =
      new Strategy() {
        @Override
        public void applyDefaults(ObjectNode object, String version, WriteContext context) {
          ObjectNode spec = Absent.object(object, "spec");
          Absent.flag(spec, "attachRequired", true);
          Absent.flag(spec, "podInfoOnMount", false);
          Absent.flag(spec, "storageCapacity", false);
          Absent.flag(spec, "requiresRepublish", false);
          Absent.flag(spec, "seLinuxMount", false);
          Absent.flag(spec, "preventPodSchedulingIfMissing", false);
          Absent.text(spec, "fsGroupPolicy", "ReadWriteOnceWithFSType");
          if (Absent.is(spec, "volumeLifecycleModes")) {
            spec.putArray("volumeLifecycleModes").add("Persistent");
          }
        }

        @Override
        public boolean returnsDeletedObject(String requestVersion) {
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

  /** Endpoint slices: any change counts, of labels too, and their ports have protocols. */
  static final Strategy ENDPOINT_SLICE =
      new CountedChanges() {
        @Override
        public void applyDefaults(ObjectNode object, String version, WriteContext context) {
          for (JsonNode port : object.path("ports")) {
            Absent.text((ObjectNode) port, "name", "");
            Absent.text((ObjectNode) port, "protocol", "TCP");
          }
        }

        @Override
        public boolean changes(ObjectNode object, ObjectNode old) {
          return differ(object, old, "addressType", "endpoints", "ports")
              || !object.at("/metadata/labels").equals(old.at("/metadata/labels"));
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

  /** Network policies: what they are about follows from what they say. */
  static final Strategy NETWORK_POLICY =
      new CountedSpec() {
        @Override
        public void applyDefaults(ObjectNode object, String version, WriteContext context) {
          ObjectNode spec = Absent.object(object, "spec");
          for (String direction : List.of("ingress", "egress")) {
            for (JsonNode rule : spec.path(direction)) {
              rule.path("ports").forEach(port -> Absent.text((ObjectNode) port, "protocol", "TCP"));
            }
          }
          if (spec.path("policyTypes").isEmpty()) {
            var types = spec.putArray("policyTypes").add("Ingress");
            if (!spec.path("egress").isEmpty()) {
              types.add("Egress");
            }
          }
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
