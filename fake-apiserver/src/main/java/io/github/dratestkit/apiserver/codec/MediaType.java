package io.github.dratestkit.apiserver.codec;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The serialisations of objects that the server reads and writes. */
public enum MediaType {
  JSON("application/json"),
  YAML("application/yaml"),
  PROTOBUF("application/vnd.kubernetes.protobuf");

  private final String text;

  MediaType(String text) {
    this.text = text;
  }

  /** Returns all names, in the order in which refusals list them. */
  public static List<String> texts() {
    return Arrays.stream(values()).map(MediaType::text).toList();
  }

  /** Returns the name as headers carry it. */
  public String text() {
    return text;
  }

  /**
   * Returns the serialisation that a Content-Type names, whatever its parameters; no header means
   * JSON.
   */
  public static Optional<MediaType> ofContentType(String header) {
    int semicolon = header.indexOf(';');
    String name =
        (semicolon < 0 ? header : header.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
    return switch (name) {
      case "", "application/json" -> Optional.of(JSON);
      case "application/yaml" -> Optional.of(YAML);
      case "application/vnd.kubernetes.protobuf" -> Optional.of(PROTOBUF);
      default -> Optional.empty();
    };
  }
}
