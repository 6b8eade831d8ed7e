package io.github.dratestkit.apiserver.client;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.github.dratestkit.apiserver.ApiResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes fabric8's model as the fabric8 client itself does, without an intermediate tree.
 * It leaves {@code managedFields} out, which no loop looks at and which are a third of many an
 * object: whoever sends an object without them leaves them as they are.
 */
final class TypedJson {

  /** A list as it came: the version it was taken at, and its objects. */
  record Listing<T>(String resourceVersion, List<T> objects) {}

  /** An event of a watch. */
  sealed interface WatchEvent<T> {
    /** Something happened to an object; {@code type} is the API's word for it. */
    record Change<T>(String type, T object) implements WatchEvent<T> {}

    /** The watch has failed and ends. */
    record Failure<T>(Status status) implements WatchEvent<T> {}
  }

  private static final ObjectMapper MAPPER =
      new Exposed()
          .mapper()
          .rebuild()
          .withConfigOverride(
              ObjectMeta.class,
              metadata ->
                  metadata.setIgnorals(
                      JsonIgnoreProperties.Value.forIgnoredProperties("managedFields")))
          .build();

  private TypedJson() {}

  static byte[] write(Object object) {
    return MAPPER.writeValueAsBytes(object);
  }

  static <T> T read(byte[] json, Class<T> kind) {
    return read(json, 0, json.length, kind);
  }

  static <T> T read(byte[] json, int from, int to, Class<T> kind) {
    try {
      return MAPPER.readValue(json, from, to - from, kind);
    } catch (JacksonException e) {
      throw unreadable(kind, e);
    }
  }

  static <T extends HasMetadata> Listing<T> readList(byte[] json, Class<T> kind) {
    String resourceVersion = "";
    List<T> objects = new ArrayList<>();
    try (JsonParser parser = MAPPER.createParser(json)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String field = parser.currentName();
        parser.nextToken();
        switch (field) {
          case "metadata" -> resourceVersion = resourceVersion(parser.readValueAsTree());
          case "items" -> readItems(parser, kind, objects);
          default -> parser.skipChildren();
        }
      }
      return new Listing<>(resourceVersion, objects);
    } catch (JacksonException e) {
      throw unreadable(kind, e);
    }
  }

  static <T extends HasMetadata> WatchEvent<T> readEvent(byte[] json, Class<T> kind) {
    String type = "";
    try (JsonParser parser = MAPPER.createParser(json)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String field = parser.currentName();
        parser.nextToken();
        switch (field) {
          case "type" -> type = parser.getString();
          case "object" -> {
            return type.equals("ERROR")
                ? new WatchEvent.Failure<>(parser.readValueAs(Status.class))
                : new WatchEvent.Change<>(type, parser.readValueAs(kind));
          }
          default -> parser.skipChildren();
        }
      }
      throw new IllegalArgumentException("a watch event without an object: " + text(json));
    } catch (JacksonException e) {
      throw unreadable(kind, e);
    }
  }

  /** Returns the refusal in an answer whose code is not of success. */
  static ApiException refusal(ApiResponse.Complete answer) {
    try {
      Status status = MAPPER.readValue(answer.body(), Status.class);
      return new ApiException(
          answer.code(),
          Objects.requireNonNullElse(status.getReason(), ""),
          Objects.requireNonNullElse(status.getMessage(), text(answer.body())));
    } catch (JacksonException e) {
      return new ApiException(answer.code(), "", text(answer.body()).strip());
    }
  }

  private static <T> void readItems(JsonParser parser, Class<T> kind, List<T> objects) {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      objects.add(parser.readValueAs(kind));
    }
  }

  private static String resourceVersion(@Nullable JsonNode metadata) {
    JsonNode version = metadata == null ? null : metadata.get("resourceVersion");
    return version == null ? "" : version.asString();
  }

  private static String text(byte[] json) {
    return new String(json, StandardCharsets.UTF_8);
  }

  private static IllegalStateException unreadable(Class<?> kind, JacksonException cause) {
    return new IllegalStateException(
        "the server's answer is no %s: %s".formatted(kind.getSimpleName(), cause.getMessage()),
        cause);
  }

  /** The client's own rules for its model, which it keeps to itself. */
  private static final class Exposed extends KubernetesSerialization {

    // Set by the superclass while it is made, so it must not be initialised here.
    private @Nullable ObjectMapper configured;

    Exposed() {
      super(JsonMapper.builderWithJackson2Defaults().build(), false);
    }

    @Override
    protected ObjectMapper configureMapper(ObjectMapper mapper) {
      ObjectMapper result = super.configureMapper(mapper);
      configured = result;
      return result;
    }

    ObjectMapper mapper() {
      return Objects.requireNonNull(configured, "the mapper is configured lazily");
    }
  }
}
