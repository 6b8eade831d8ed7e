package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a ControllerRevision holds of a template, as Go writes it, and the hash that names it.
 *
 * @param json a strategic merge patch that brings the template back, its fields in order
 */
record RevisionData(String json) {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
  private static final int FNV_PRIME = 16_777_619;
  private static final int FNV_BASIS = 0x811C9DC5;

  static RevisionData of(PodTemplateSpec template) {
    ObjectNode copy = (ObjectNode) JSON.readTree(Serialization.asJson(template));
    copy.put("$patch", "replace");
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    data.putObject("spec").set("template", copy);
    return new RevisionData(sorted(data).toString());
  }

  static PodTemplateSpec templateOf(ControllerRevision revision) {
    ObjectNode template = (ObjectNode) tree(revision).path("spec").path("template").deepCopy();
    template.remove("$patch");
    return Serialization.unmarshal(template.toString(), PodTemplateSpec.class);
  }

  boolean isIn(ControllerRevision revision) {
    return JSON.readTree(json).equals(tree(revision));
  }

  /** Returns the hash under the first name that is tried: FNV-1 of the data and a zero. */
  String hash() {
    String escaped =
        json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026") + "0";
    int hash = FNV_BASIS;
    for (byte next : escaped.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash * FNV_PRIME) ^ (next & 0xFF);
    }
    StringBuilder safe = new StringBuilder();
    for (char digit : Integer.toUnsignedString(hash).toCharArray()) {
      safe.append(ALPHABET.charAt(digit % ALPHABET.length()));
    }
    return safe.toString();
  }

  private static JsonNode tree(ControllerRevision revision) {
    return JSON.readTree(Serialization.asJson(revision.getData()));
  }

  private static JsonNode sorted(JsonNode node) {
    if (node.isObject()) {
      TreeMap<String, JsonNode> fields = new TreeMap<>();
      node.properties().forEach(field -> fields.put(field.getKey(), sorted(field.getValue())));
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      fields.forEach(object::set);
      return object;
    }
    if (node.isArray()) {
      var array = JsonNodeFactory.instance.arrayNode();
      node.forEach(item -> array.add(sorted(item)));
      return array;
    }
    return node;
  }
}
