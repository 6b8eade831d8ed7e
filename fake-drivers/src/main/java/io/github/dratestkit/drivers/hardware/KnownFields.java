package io.github.dratestkit.drivers.hardware;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.dratestkit.apiserver.manifest.Manifest;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Finds the first field of a file that its kind does not have, or that is not of its type, by the
 * classes of fabric8's model.
 */
final class KnownFields {

  private final Manifest manifest;

  KnownFields(Manifest manifest) {
    this.manifest = manifest;
  }

  /** Checks the whole object against a class. */
  void check(Class<?> kind) {
    check(manifest.object(), kind, "");
  }

  private void check(JsonNode value, Type type, String path) {
    if (value.isNull()) {
      return;
    }
    if (type instanceof ParameterizedType generic) {
      checkContainer(value, generic, path);
    } else if (type instanceof Class<?> kind && isModel(kind)) {
      checkObject(value, kind, path);
    } else {
      checkScalar(value, type, path);
    }
  }

  private void checkContainer(JsonNode value, ParameterizedType type, String path) {
    Type[] arguments = type.getActualTypeArguments();
    Type element = arguments[arguments.length - 1];
    if (List.class.isAssignableFrom((Class<?>) type.getRawType())) {
      if (!value.isArray()) {
        throw manifest.fault(path, "a list is expected");
      }
      for (int index = 0; index < value.size(); index++) {
        check(value.get(index), element, path + "[" + index + "]");
      }
      return;
    }
    requireObject(value, path);
    value.properties().forEach(entry -> check(entry.getValue(), element, join(path, entry)));
  }

  private void checkObject(JsonNode value, Class<?> kind, String path) {
    requireObject(value, path);
    Map<String, Type> known = fieldsOf(kind);
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      Type type = known.get(field.getKey());
      if (type == null) {
        throw manifest.fault(join(path, field), "unknown field");
      }
      check(field.getValue(), type, join(path, field));
    }
  }

  private void checkScalar(JsonNode value, Type type, String path) {
    if (type == String.class && !value.isString()) {
      throw manifest.fault(path, "a text is expected, not " + value);
    }
    if (type == Boolean.class && !value.isBoolean()) {
      throw manifest.fault(path, "true or false is expected, not " + value);
    }
    if ((type == Long.class || type == Integer.class) && !value.isIntegralNumber()) {
      throw manifest.fault(path, "a whole number is expected, not " + value);
    }
  }

  private void requireObject(JsonNode value, String path) {
    if (!value.isObject()) {
      throw manifest.fault(path, "fields are expected, not " + value);
    }
  }

  private static boolean isModel(Class<?> kind) {
    // A quantity is a text or a number on the wire.
    return kind.getName().startsWith("io.fabric8.kubernetes.api.model.")
        && !kind.getSimpleName().equals("Quantity")
        && !fieldsOf(kind).isEmpty();
  }

  private static Map<String, Type> fieldsOf(Class<?> kind) {
    Map<String, Type> fields = new LinkedHashMap<>();
    for (Field field : kind.getDeclaredFields()) {
      JsonProperty property = field.getAnnotation(JsonProperty.class);
      if (property != null) {
        fields.put(property.value(), field.getGenericType());
      }
    }
    return fields;
  }

  private static String join(String path, Map.Entry<String, JsonNode> field) {
    return path.isEmpty() ? field.getKey() : path + "." + field.getKey();
  }
}
