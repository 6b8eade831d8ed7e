package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.DataKeys;
import io.github.dratestkit.apiserver.status.FieldError;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Secrets: plain texts become data, a type demands its keys, and the type never changes. */
final class SecretStrategy implements Strategy {

  private static final Map<String, List<String>> KEYS_OF_TYPE =
      Map.of(
          "kubernetes.io/tls", List.of("tls.crt", "tls.key"),
          "kubernetes.io/dockerconfigjson", List.of(".dockerconfigjson"),
          "kubernetes.io/dockercfg", List.of(".dockercfg"),
          "kubernetes.io/ssh-auth", List.of("ssh-privatekey"));

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    Absent.text(object, "type", "Opaque");
    if (object.remove("stringData") instanceof ObjectNode texts) {
      ObjectNode data = Absent.object(object, "data");
      for (Map.Entry<String, JsonNode> text : texts.properties()) {
        byte[] bytes = text.getValue().asString("").getBytes(StandardCharsets.UTF_8);
        data.put(text.getKey(), Base64.getEncoder().encodeToString(bytes));
      }
    }
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    JsonNode data = object.path("data");
    DataKeys.check(data, "data", errors);
    DataKeys.checkSize(DataKeys.decodedBytes(data), "data", errors);
    String type = object.path("type").asString("");
    for (String key : KEYS_OF_TYPE.getOrDefault(type, List.of())) {
      if (!data.has(key)) {
        errors.add(FieldError.required("data[" + key + "]", ""));
      }
    }
    if (type.equals("kubernetes.io/basic-auth") && !data.has("username") && !data.has("password")) {
      errors.add(FieldError.required("data[username]", ""));
      errors.add(FieldError.required("data[password]", ""));
    }
    if (type.equals("kubernetes.io/service-account-token")
        && object
            .path("metadata")
            .path("annotations")
            .path("kubernetes.io/service-account.name")
            .asString("")
            .isEmpty()) {
      errors.add(
          FieldError.required("metadata.annotations[kubernetes.io/service-account.name]", ""));
    }
    return errors;
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    if (!object.path("type").equals(old.path("type"))) {
      errors.add(
          FieldError.invalid("type", object.path("type").asString(""), "field is immutable"));
    }
    if (old.path("immutable").asBoolean(false)) {
      DataKeys.checkImmutable(object, old, List.of("data"), errors);
    }
    errors.addAll(validateCreate(object, context));
    return errors;
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of("type");
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    return Map.of("type", object.path("type").asString(""));
  }
}
