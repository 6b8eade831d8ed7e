package io.github.dratestkit.apiserver.codec;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * In what form a client wants objects, as its Accept header says.
 *
 * @param mediaType the serialisation
 * @param view what is shown of the objects
 * @param metaVersion the version of {@code meta.k8s.io} in which tables and metadata are shown
 */
public record Representation(MediaType mediaType, View view, String metaVersion) {

  /** Whole objects in JSON. */
  public static final Representation JSON = new Representation(MediaType.JSON, View.OBJECT, "v1");

  /** What is shown of objects. */
  public enum View {
    OBJECT,
    /** Rows of cells for people. */
    TABLE,
    /** The metadata of one object. */
    METADATA,
    /** The metadata of the objects of a list. */
    METADATA_LIST
  }

  private record Range(String type, Map<String, String> parameters, double quality) {}

  /**
   * Chooses the form that the client likes best of those that there are.
   *
   * @param header the value of the Accept header, empty if there is none
   * @return nothing if there is none that it accepts, which is 406
   */
  public static Optional<Representation> of(String header) {
    return of(header, EnumSet.allOf(View.class));
  }

  /**
   * Chooses the form that the client likes best of those that there are.
   *
   * @param header the value of the Accept header, empty if there is none
   * @param views what can be shown
   * @return nothing if there is none that it accepts, which is 406
   */
  public static Optional<Representation> of(String header, Set<View> views) {
    return of(header, form -> views.contains(form.view()));
  }

  /**
   * Chooses the form that the client likes best of those that there are.
   *
   * @param header the value of the Accept header, empty if there is none
   * @param exists says whether there is a form
   * @return nothing if there is none that it accepts, which is 406
   */
  public static Optional<Representation> of(String header, Predicate<Representation> exists) {
    if (header.isBlank()) {
      return Optional.of(JSON);
    }
    List<Range> ranges = new ArrayList<>();
    for (String part : header.split(",", -1)) {
      ranges.add(range(part));
    }
    ranges.sort(Comparator.comparingDouble((Range range) -> -range.quality()));
    for (Range range : ranges) {
      for (MediaType mediaType : MediaType.values()) {
        if (matches(range.type(), mediaType)) {
          Representation found = transformed(mediaType, range.parameters());
          if (found != null && exists.test(found)) {
            return Optional.of(found);
          }
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Says whether an Accept header names a serialisation that there is, or any, whatever its
   * parameters. If it does not nothing else is looked at, even if it says {@code application/*}.
   */
  public static boolean namesMediaType(String header) {
    return namesMediaType(header, MediaType.texts());
  }

  /** Says the same of other serialisations than those of objects. */
  public static boolean namesMediaType(String header, List<String> texts) {
    if (header.isBlank()) {
      return true;
    }
    for (String part : header.split(",", -1)) {
      String type = range(part).type();
      if (type.equals("*/*") || texts.contains(type)) {
        return true;
      }
    }
    return false;
  }

  private static Range range(String part) {
    String[] pieces = part.split(";", -1);
    Map<String, String> parameters = new LinkedHashMap<>();
    double quality = 1;
    for (int place = 1; place < pieces.length; place++) {
      String[] pair = pieces[place].strip().split("=", 2);
      String value = pair.length == 2 ? pair[1].strip() : "";
      if (pair[0].strip().equals("q")) {
        quality = quality(value);
      } else {
        parameters.put(pair[0].strip(), value);
      }
    }
    return new Range(pieces[0].strip().toLowerCase(Locale.ROOT), parameters, quality);
  }

  private static double quality(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return 1;
    }
  }

  private static boolean matches(String range, MediaType mediaType) {
    return range.equals(mediaType.text()) || range.equals("*/*") || range.equals("application/*");
  }

  private static @Nullable Representation transformed(
      MediaType mediaType, Map<String, String> parameters) {
    String stream = parameters.getOrDefault("stream", "watch");
    if (!stream.equals("watch")) {
      return null;
    }
    String as = parameters.getOrDefault("as", "");
    if (as.isEmpty()) {
      return new Representation(mediaType, View.OBJECT, "v1");
    }
    String version = parameters.getOrDefault("v", "");
    boolean known =
        parameters.getOrDefault("g", "").equals("meta.k8s.io")
            && (version.equals("v1") || version.equals("v1beta1"));
    if (!known) {
      return null;
    }
    return switch (as) {
      case "Table" ->
          mediaType == MediaType.PROTOBUF
              ? null
              : new Representation(mediaType, View.TABLE, version);
      case "PartialObjectMetadata" -> new Representation(mediaType, View.METADATA, version);
      case "PartialObjectMetadataList" ->
          new Representation(mediaType, View.METADATA_LIST, version);
      default -> null;
    };
  }

  /** Returns a name that two representations share only if they show the same. */
  public String name() {
    return mediaType + ";" + view + ";" + metaVersion;
  }
}
