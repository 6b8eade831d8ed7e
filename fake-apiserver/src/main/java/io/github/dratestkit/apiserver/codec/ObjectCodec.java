package io.github.dratestkit.apiserver.codec;

import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.schema.ObjectType;
import io.github.dratestkit.apiserver.schema.Schema;
import io.github.dratestkit.apiserver.schema.structural.StructuralSchema;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.status.StatusException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Turns bodies into objects and objects into bodies. What a kind looks like it reads from a {@link
 * Schema}; it has no code for any kind.
 *
 * <p>Objects are trees in the server's own form. In them a whole number is an {@code IntNode} if it
 * fits and a {@code LongNode} otherwise, so that equal objects are equal trees; and opaque
 * parameters are {@link OpaqueObject}s, which are equal only if their texts are.
 *
 * <p>Stateless and safe for use by several threads.
 */
public final class ObjectCodec {

  private static final String OPTIONS_GROUP = "meta.k8s.io";

  /** The first byte of the mark in UTF-8, which begins no other text in JSON. */
  private static final byte BYTE_ORDER_MARK = (byte) 0xef;

  /** The one kind that may still be sent in a version that is not served any more. */
  private static final GroupVersionKind OLD_EVICTION =
      new GroupVersionKind("policy", "v1beta1", "Eviction");

  private static final Settler STORED = new Settler(Presence.Emptiness.LOST);
  private static final Settler WRITTEN = new Settler(Presence.Emptiness.KEPT);

  private final Schema schema;
  private final CustomObjects custom;
  private final Optional<CborReader> cbor;

  /** Makes a codec for the kinds of a schema. */
  public ObjectCodec(Schema schema) {
    this(schema, Optional.empty());
  }

  private ObjectCodec(Schema schema, Optional<CborReader> cbor) {
    this.schema = schema;
    this.custom = new CustomObjects(schema);
    this.cbor = cbor;
  }

  /** Returns a codec that reads bodies in CBOR too (gate CBORServingAndStorage, 1.37). */
  public ObjectCodec withCbor() {
    return new ObjectCodec(schema, Optional.of(new CborReader()));
  }

  /** Returns the structure of the metadata of every kind. */
  public static ObjectType metadataType() {
    return CustomObjects.metadataType();
  }

  /** Returns the structure of a kind, or nothing if no such kind is known. */
  public Optional<ObjectType> type(GroupVersionKind kind) {
    return knownType(kind);
  }

  /**
   * Checks whether bodies of a media type can be read.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 415 if they cannot
   */
  public void requireReadable(String contentType) {
    if (cbor.isEmpty() || !CborReader.isCbor(contentType)) {
      mediaType(contentType);
    }
  }

  private static MediaType mediaType(String contentType) {
    return MediaType.ofContentType(contentType)
        .orElseThrow(() -> StatusErrors.unsupportedMediaType(MediaType.texts()));
  }

  /**
   * Reads the body of a request. A kind or apiVersion that it does not tell is taken from what is
   * expected.
   *
   * @param contentType the value of the header, empty if there is none
   * @throws io.github.dratestkit.apiserver.status.StatusException 400 if it is not an object of the
   *     expected kind, 415 if it is not in a known media type
   */
  public Decoded decode(
      byte[] body, String contentType, GroupVersionKind expected, FieldValidation validation) {
    if (cbor.isPresent() && CborReader.isCbor(contentType)) {
      byte[] json = cbor.get().toJson(body, expected.kind());
      return decode(json, MediaType.JSON.text(), expected, validation);
    }
    MediaType mediaType = mediaType(contentType);
    StrictErrors strict = strictErrors(validation, FieldPaths.OF_TEXT);
    try {
      ObjectNode object =
          switch (mediaType) {
            case JSON -> readJson(body, expected, strict);
            case YAML -> readJson(YamlText.toJson(body, expected.kind(), strict), expected, strict);
            case PROTOBUF -> {
              if (isCustom(expected)) {
                throw StatusErrors.unsupportedMediaType(
                    List.of(MediaType.JSON.text(), MediaType.YAML.text()));
              }
              yield readProtobuf(body, expected);
            }
          };
      List<String> warnings = strict == null ? List.of() : strict.texts();
      if (strict != null && validation == FieldValidation.STRICT && !warnings.isEmpty()) {
        throw unreadable(expected, expected, strict.error());
      }
      return new Decoded(object, warnings);
    } catch (DecodingException e) {
      StatusException refused = StatusErrors.badRequest(e.text());
      throw strict != null && validation == FieldValidation.WARN && isCustom(expected)
          ? refused.withWarnings(strict.texts())
          : refused;
    }
  }

  /**
   * Reads an object that the server has made, such as the result of a patch, as if it had come as
   * JSON.
   *
   * @param more complaints about fields that were known before
   * @throws DecodingException if it is not an object of the kind
   */
  public Decoded clean(
      byte[] json,
      GroupVersionKind kind,
      FieldValidation validation,
      FieldPaths paths,
      List<String> more) {
    StrictErrors strict = strictErrors(validation, paths);
    ObjectNode object = cleaned(json, kind, strict);
    List<String> warnings = new ArrayList<>();
    if (strict != null) {
      warnings.addAll(more);
      warnings.addAll(strict.texts());
    }
    if (validation == FieldValidation.STRICT && !warnings.isEmpty()) {
      throw new DecodingException(StrictErrors.error(warnings));
    }
    return new Decoded(object, warnings);
  }

  private ObjectNode cleaned(byte[] json, GroupVersionKind kind, @Nullable StrictErrors strict) {
    if (isCustom(kind)) {
      return custom.read(json, kind, strict);
    }
    ObjectNode object = new TypedReader(json, strict).read(typeOf(kind));
    checkKind(text(object, "apiVersion"), text(object, "kind"), kind);
    return named(object, kind);
  }

  private boolean isCustom(GroupVersionKind kind) {
    return schema.structural(kind).isPresent();
  }

  private static @Nullable StrictErrors strictErrors(FieldValidation validation, FieldPaths paths) {
    return validation == FieldValidation.IGNORE ? null : new StrictErrors(paths);
  }

  private ObjectNode readJson(
      byte[] body, GroupVersionKind expected, @Nullable StrictErrors strict) {
    if (body.length > 2 && body[0] == BYTE_ORDER_MARK) {
      throw notJson(body, expected, "a byte order mark is no beginning of a value");
    }
    if (isCustom(expected)) {
      return custom.read(body, expected, strict);
    }
    try {
      ObjectNode object = new TypedReader(body, strict).read(typeOf(expected));
      checkKind(text(object, "apiVersion"), text(object, "kind"), expected);
      return named(object, expected);
    } catch (JacksonException e) {
      byte[] readable = GoText.readable(body);
      if (!Arrays.equals(body, readable)) {
        return readJson(readable, expected, strict);
      }
      throw notJson(body, expected, e);
    } catch (DecodingException e) {
      JsonNode tree = tree(body, expected);
      checkKind(text(tree, "apiVersion"), text(tree, "kind"), expected);
      throw unreadable(expected, expected, e.text());
    }
  }

  private static JsonNode tree(byte[] body, GroupVersionKind expected) {
    try {
      return JsonMapper.shared().readTree(body);
    } catch (JacksonException e) {
      throw notJson(body, expected, e);
    }
  }

  private ObjectNode readProtobuf(byte[] body, GroupVersionKind expected) {
    ProtobufEnvelope envelope = ProtobufEnvelope.open(body, expected);
    checkKind(envelope.apiVersion(), envelope.kind(), expected);
    try {
      ObjectType type = typeOf(expected);
      WireInput message = new WireInput(envelope.message(), 0, envelope.message().length);
      return named(STORED.settle(type, ProtobufReader.read(type, message)), expected);
    } catch (DecodingException e) {
      throw unreadable(expected, expected, e.text());
    }
  }

  private ObjectType typeOf(GroupVersionKind kind) {
    return knownType(kind)
        .orElseThrow(() -> new IllegalArgumentException("no structure is known of " + kind));
  }

  // Options belong to every group; the table has them under the core group as well.
  private Optional<ObjectType> knownType(GroupVersionKind kind) {
    return schema.type(
        kind.group().equals(OPTIONS_GROUP)
            ? new GroupVersionKind("", kind.version(), kind.kind())
            : kind);
  }

  private static String text(JsonNode object, String field) {
    JsonNode value = object.get(field);
    return value != null && value.isString() ? value.stringValue() : "";
  }

  private ObjectNode named(ObjectNode object, GroupVersionKind kind) {
    if (typeOf(kind).field("kind") == null) {
      return object;
    }
    object.put("apiVersion", kind.apiVersion());
    object.put("kind", kind.kind());
    return object;
  }

  /** Checks what an object says of itself; what it does not say is as expected. */
  private void checkKind(String apiVersion, String kind, GroupVersionKind expected) {
    GroupVersionKind told =
        GroupVersionKind.of(
            apiVersion.isEmpty() ? expected.apiVersion() : apiVersion,
            kind.isEmpty() ? expected.kind() : kind);
    if (told.equals(expected)) {
      return;
    }
    Optional<ObjectType> known = knownType(told);
    if (told.equals(OLD_EVICTION) && told.kind().equals(expected.kind())) {
      return;
    }
    // Options are read in every version of every group.
    if (expected.group().equals(OPTIONS_GROUP) && told.kind().equals(expected.kind())) {
      return;
    }
    if (known.isEmpty()) {
      throw unreadable(
          told,
          expected,
          "no kind "
              + GoText.quote(told.kind())
              + " is registered for version "
              + GoText.quote(told.apiVersion()));
    }
    if (!told.apiVersion().equals(expected.apiVersion())) {
      throw new DecodingException(
          "the API version in the data ("
              + told.apiVersion()
              + ") does not match the expected API version ("
              + expected.apiVersion()
              + ")");
    }
    throw unreadable(
        told,
        expected,
        "converting (" + told.kind() + ") to (" + expected.kind() + "): unknown conversion");
  }

  private static DecodingException unreadable(
      GroupVersionKind told, GroupVersionKind expected, String why) {
    return new DecodingException(
        told.kind()
            + " in version "
            + GoText.quote(told.version())
            + " cannot be handled as a "
            + expected.kind()
            + ": "
            + why);
  }

  private static DecodingException notJson(
      byte[] body, GroupVersionKind expected, JacksonException e) {
    String where =
        Optional.ofNullable(e.getLocation())
            .map(at -> " at line " + at.getLineNr() + ", column " + at.getColumnNr())
            .orElse("");
    return notJson(body, expected, e.getOriginalMessage() + where);
  }

  private static DecodingException notJson(byte[] body, GroupVersionKind expected, String why) {
    return new DecodingException(
        "the object provided is unrecognized (must be of type "
            + expected.kind()
            + "): couldn't get version/kind; json parse error: "
            + why
            + " ("
            + beginning(body)
            + ")");
  }

  private static String beginning(byte[] body) {
    if (body.length == 0) {
      return "<empty>";
    }
    String text = new String(body, StandardCharsets.UTF_8);
    return text.length() <= 30 ? text : text.substring(0, 30) + " ...";
  }

  /**
   * Brings an object into the server's own form: its fields in the order of the table, and of those
   * that it lacks the ones that are always shown. Two equal objects are equal trees and have equal
   * bytes only in this form. An object of an unknown kind is returned as it is.
   *
   * @return a tree that may share values with {@code object}
   */
  public ObjectNode settle(ObjectNode object) {
    return settle(object, STORED);
  }

  private ObjectNode settle(ObjectNode object, Settler settler) {
    GroupVersionKind kind = GroupVersionKind.of(text(object, "apiVersion"), text(object, "kind"));
    Optional<StructuralSchema> structural = schema.structural(kind);
    if (structural.isPresent()) {
      return custom.settle(object, structural.get(), settler);
    }
    return knownType(kind).map(type -> settler.settle(type, object)).orElse(object);
  }

  /** The same for an object of which parts were taken over as they are from one that is settled. */
  public ObjectNode settle(ObjectNode object, ObjectNode settled) {
    GroupVersionKind kind = GroupVersionKind.of(text(object, "apiVersion"), text(object, "kind"));
    Optional<ObjectType> type =
        schema.structural(kind).isPresent() ? Optional.empty() : knownType(kind);
    return type.map(known -> STORED.settle(known, object, settled)).orElseGet(() -> settle(object));
  }

  /**
   * The same for an object that is not stored yet: an empty list in it is still told from an absent
   * one, which matters for who owns it.
   */
  public ObjectNode complete(ObjectNode object) {
    return settle(object, WRITTEN);
  }

  /** Returns an object as the server prints it in JSON. */
  public byte[] json(ObjectNode object) {
    return GoJson.bytes(settle(object));
  }

  /** Returns an object in a media type. */
  public byte[] encode(ObjectNode object, MediaType mediaType) {
    return switch (mediaType) {
      case JSON -> json(object);
      case YAML -> YamlText.ofJson(json(object));
      case PROTOBUF -> protobuf(object);
    };
  }

  private byte[] protobuf(ObjectNode object) {
    String apiVersion = text(object, "apiVersion");
    String kind = text(object, "kind");
    ObjectType type = typeOf(GroupVersionKind.of(apiVersion, kind));
    byte[] message = ProtobufWriter.write(type, object).bytes();
    return new ProtobufEnvelope(apiVersion, kind, message).seal();
  }

  /** Returns an object, of which the JSON is at hand, in a media type. */
  public byte[] encode(byte[] json, MediaType mediaType) {
    return switch (mediaType) {
      case JSON -> json;
      case YAML -> YamlText.ofJson(json);
      case PROTOBUF -> encode((ObjectNode) JsonMapper.shared().readTree(json), mediaType);
    };
  }
}
