package io.github.dratestkit.apiserver.schema;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The schema of the built-in kinds, read from the file that {@code CompileFieldTable} makes. A type
 * is decoded when it is first asked for; two threads that ask at once get the same one.
 */
final class FieldTable implements Schema {

  private static final String RESOURCE = "fields-1.37.bin";
  private static final String SCHEMA =
      "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps";
  private static final Map<String, Kind> WIRES =
      Map.of(
          "quantity", Kind.QUANTITY,
          "time", Kind.TIME,
          "microTime", Kind.MICRO_TIME,
          "fieldsV1", Kind.FIELDS_V1,
          "rawExtension", Kind.RAW_EXTENSION,
          "json", Kind.JSON,
          "intOrString", Kind.INT_OR_STRING,
          "schemaOrBool", Kind.SCHEMA_OR_BOOL,
          "schemaOrArray", Kind.SCHEMA_OR_ARRAY,
          "schemaOrStringArray", Kind.SCHEMA_OR_STRING_ARRAY);

  private static final class Holder {
    static final FieldTable SHARED = load();
  }

  private final String[] texts;
  private final Map<GroupVersionKind, Integer> kinds;
  private final String[] names;
  private final int[] offsets;
  private final byte[] fields;
  private final int schemaType;
  private final AtomicReferenceArray<@Nullable ObjectType> types;

  private FieldTable(DataInputStream in) throws IOException {
    texts = new String[in.readInt()];
    for (int place = 0; place < texts.length; place++) {
      texts[place] = in.readUTF();
    }
    kinds = readKinds(in);
    int count = in.readInt();
    names = new String[count];
    offsets = new int[count];
    int schema = -1;
    for (int type = 0; type < count; type++) {
      names[type] = text(in);
      offsets[type] = in.readInt();
      if (names[type].equals(SCHEMA)) {
        schema = type;
      }
    }
    schemaType = schema;
    fields = in.readAllBytes();
    types = new AtomicReferenceArray<>(count);
  }

  static FieldTable shared() {
    return Holder.SHARED;
  }

  private static FieldTable load() {
    try (InputStream in = FieldTable.class.getResourceAsStream(RESOURCE)) {
      byte[] bytes = Objects.requireNonNull(in, RESOURCE).readAllBytes();
      return new FieldTable(new DataInputStream(new ByteArrayInputStream(bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the table of fields", e);
    }
  }

  private Map<GroupVersionKind, Integer> readKinds(DataInputStream in) throws IOException {
    int count = in.readInt();
    Map<GroupVersionKind, Integer> read = new LinkedHashMap<>(2 * count);
    for (int kind = 0; kind < count; kind++) {
      read.put(new GroupVersionKind(text(in), text(in), text(in)), in.readInt());
    }
    return read;
  }

  @Override
  public Optional<ObjectType> type(GroupVersionKind kind) {
    Integer type = kinds.get(kind);
    return type == null ? Optional.empty() : Optional.of(type(type));
  }

  @Override
  public List<GroupVersionKind> kinds() {
    return List.copyOf(kinds.keySet());
  }

  private ObjectType type(int type) {
    ObjectType known = types.get(type);
    if (known != null) {
      return known;
    }
    types.compareAndSet(type, null, read(type));
    return Objects.requireNonNull(types.get(type));
  }

  private ObjectType read(int type) {
    try (DataInputStream in = at(type)) {
      text(in);
      boolean atomic = text(in).equals("atomic");
      String unions = text(in);
      int count = in.readShort();
      List<Field> members = new ArrayList<>(count);
      for (int field = 0; field < count; field++) {
        members.add(readField(in));
      }
      return new ObjectType(names[type], atomic, unions, members);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read type " + names[type], e);
    }
  }

  private Field readField(DataInputStream in) throws IOException {
    String name = text(in);
    int number = in.readInt();
    String kind = text(in);
    String element = text(in);
    int type = in.readInt();
    int flags = in.readByte();
    String defaultValue = text(in);
    String format = text(in);
    String listType = text(in);
    String mapType = text(in);
    String strategies = text(in);
    String mergeKey = text(in);
    List<String> mapKeys = texts(in);
    List<String> allowed = texts(in);
    return new Field(
        name,
        number,
        shape(kind, element, type, listType(listType), mapKeys, mapType),
        (flags & 1) != 0,
        (flags & 2) != 0,
        (flags & 4) != 0,
        (flags & 8) != 0,
        defaultValue.isEmpty()
            ? Optional.empty()
            : Optional.of(JsonMapper.shared().readTree(defaultValue)),
        allowed,
        strategies.isEmpty() ? Set.of() : Set.of(strategies.split(",")),
        mergeKey.isEmpty() ? Optional.empty() : Optional.of(mergeKey),
        format,
        !listType.isEmpty(),
        "");
  }

  private static ListType listType(String name) {
    return name.isEmpty() ? ListType.ATOMIC : ListType.valueOf(name.toUpperCase(Locale.ROOT));
  }

  private Shape shape(
      String kind, String element, int type, ListType listType, List<String> keys, String mapType)
      throws IOException {
    switch (kind) {
      case "list":
        return Shape.list(shape(element, "", type, ListType.ATOMIC, List.of(), ""), listType, keys);
      case "map":
        return Shape.map(
            shape(element, "string", type, ListType.ATOMIC, List.of(), ""),
            mapType.equals("atomic"));
      case "object":
        return objectShape(type, mapType);
      default:
        return Shape.of(Kind.valueOf(kind.toUpperCase(Locale.ROOT)));
    }
  }

  // What a field says of its map goes before what the type says.
  private Shape objectShape(int type, String fieldMapType) throws IOException {
    try (DataInputStream in = at(type)) {
      Kind wire = WIRES.get(text(in));
      String typeMapType = text(in);
      boolean atomic = (fieldMapType.isEmpty() ? typeMapType : fieldMapType).equals("atomic");
      if (wire == null) {
        return Shape.object(() -> type(type), atomic);
      }
      return switch (wire) {
        case SCHEMA_OR_ARRAY, SCHEMA_OR_BOOL, SCHEMA_OR_STRING_ARRAY ->
            Shape.schemaOr(wire, () -> type(schemaType));
        default -> Shape.of(wire);
      };
    }
  }

  private DataInputStream at(int type) {
    int offset = offsets[type];
    return new DataInputStream(new ByteArrayInputStream(fields, offset, fields.length - offset));
  }

  private List<String> texts(DataInputStream in) throws IOException {
    int count = in.readByte();
    List<String> list = new ArrayList<>(count);
    for (int place = 0; place < count; place++) {
      list.add(text(in));
    }
    return list;
  }

  private String text(DataInputStream in) throws IOException {
    return texts[in.readUnsignedShort()];
  }
}
