package io.github.dratestkit.apiserver.schema;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The type of a value: a scalar, an object of a type, a list or map of another shape. Object types
 * are looked up when first asked for, because types may contain themselves.
 */
public final class Shape {

  private static final Shape[] SCALARS = scalars();

  private final Kind kind;
  private final @Nullable Supplier<ObjectType> object;
  private final @Nullable Shape element;
  private final ListType listType;
  private final List<String> mapKeys;
  private final boolean atomic;
  private volatile @Nullable ObjectType found;

  private Shape(
      Kind kind,
      @Nullable Supplier<ObjectType> object,
      @Nullable Shape element,
      ListType listType,
      List<String> mapKeys,
      boolean atomic) {
    this.kind = kind;
    this.object = object;
    this.element = element;
    this.listType = listType;
    this.mapKeys = List.copyOf(mapKeys);
    this.atomic = atomic;
  }

  /** Returns the shape of a value without parts. */
  public static Shape of(Kind kind) {
    return SCALARS[kind.ordinal()];
  }

  /** Returns the shape of an object; {@code atomic} objects are applied as one value. */
  public static Shape object(Supplier<ObjectType> type, boolean atomic) {
    return new Shape(Kind.OBJECT, type, null, ListType.ATOMIC, List.of(), atomic);
  }

  /** Returns the shape of one of the forms that may hold a JSON schema. */
  public static Shape schemaOr(Kind kind, Supplier<ObjectType> schema) {
    return new Shape(kind, schema, null, ListType.ATOMIC, List.of(), false);
  }

  /** Returns the shape of a list; {@code keys} are those of a list of type map. */
  public static Shape list(Shape element, ListType listType, List<String> keys) {
    return new Shape(Kind.LIST, null, element, listType, keys, listType == ListType.ATOMIC);
  }

  /** Returns the shape of a map; {@code atomic} maps are applied as one value. */
  public static Shape map(Shape element, boolean atomic) {
    return new Shape(Kind.MAP, null, element, ListType.ATOMIC, List.of(), atomic);
  }

  private static Shape[] scalars() {
    Kind[] kinds = Kind.values();
    Shape[] shapes = new Shape[kinds.length];
    for (Kind kind : kinds) {
      shapes[kind.ordinal()] = new Shape(kind, null, null, ListType.ATOMIC, List.of(), true);
    }
    return shapes;
  }

  /** Returns the form of the value. */
  public Kind kind() {
    return kind;
  }

  /** Returns the type of an object, or of the JSON schema in a form that may hold one. */
  public ObjectType object() {
    ObjectType known = found;
    if (known == null) {
      known = Objects.requireNonNull(object, () -> kind + " has no object type").get();
      found = known;
    }
    return known;
  }

  /** Returns the shape of the items of a list or the values of a map. */
  public Shape element() {
    return Objects.requireNonNull(element, () -> kind + " has no elements");
  }

  /** Returns how the items of a list belong together. */
  public ListType listType() {
    return listType;
  }

  /** Returns the fields that tell the items of a list of type map apart. */
  public List<String> mapKeys() {
    return mapKeys;
  }

  /** Says whether the value is applied as a whole. */
  public boolean atomic() {
    return atomic;
  }

  /** Says whether the value can hold others that have a name or place of their own. */
  public boolean composite() {
    return kind == Kind.OBJECT || kind == Kind.LIST || kind == Kind.MAP;
  }

  /** Returns the type as the errors of the API server name it, such as {@code []v1.Container}. */
  public String goName() {
    switch (kind) {
      case STRING:
        return "string";
      case BOOL:
        return "bool";
      case INT32:
        return "int32";
      case INT64:
        return "int64";
      case DOUBLE:
        return "float64";
      case BYTES:
        return "[]uint8";
      case OBJECT:
        return object().goName();
      case LIST:
        return "[]" + element().goName();
      case MAP:
        return "map[string]" + element().goName();
      case QUANTITY:
        return "resource.Quantity";
      case TIME:
        return "v1.Time";
      case MICRO_TIME:
        return "v1.MicroTime";
      case FIELDS_V1:
        return "v1.FieldsV1";
      case RAW_EXTENSION:
        return "runtime.RawExtension";
      case INT_OR_STRING:
        return "intstr.IntOrString";
      case ANY:
      case JSON:
      case SCHEMA_OR_BOOL:
      case SCHEMA_OR_ARRAY:
      case SCHEMA_OR_STRING_ARRAY:
        return "interface {}";
    }
    throw new AssertionError(kind);
  }
}
