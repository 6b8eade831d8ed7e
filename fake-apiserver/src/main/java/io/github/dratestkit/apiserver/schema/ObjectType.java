package io.github.dratestkit.apiserver.schema;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The structure of an object: its fields as JSON shows them and as protobuf nests them. Immutable.
 */
public final class ObjectType {

  private final String name;
  private final boolean atomic;
  private final String unions;
  private final List<Field> members;
  private final List<Field> fields;
  private final @Nullable Shape others;
  private final Map<String, Integer> places = new HashMap<>();
  private final Map<Integer, Field> numbered = new TreeMap<>();

  /**
   * Makes a type.
   *
   * @param name the full name, such as {@code io.k8s.api.core.v1.Pod}
   * @param atomic whether objects of this type are applied as one value
   * @param unions the unions of OpenAPI as JSON, empty if none
   * @param members the fields as protobuf has them, inlined types included
   */
  public ObjectType(String name, boolean atomic, String unions, List<Field> members) {
    this(name, atomic, unions, members, null);
  }

  /**
   * Makes a type of a custom resource.
   *
   * @param others the shape of fields that are not declared, null if there are none
   */
  public ObjectType(String name, boolean atomic, List<Field> fields, @Nullable Shape others) {
    this(name, atomic, "", fields, others);
  }

  private ObjectType(
      String name, boolean atomic, String unions, List<Field> members, @Nullable Shape others) {
    this.name = name;
    this.others = others;
    this.atomic = atomic;
    this.unions = unions;
    this.members = List.copyOf(members);
    this.fields = flatten(this.members);
    for (int place = 0; place < fields.size(); place++) {
      places.putIfAbsent(fields.get(place).name(), place);
    }
    for (Field member : this.members) {
      if (member.number() > 0) {
        numbered.put(member.number(), member);
      }
    }
  }

  private static List<Field> flatten(List<Field> members) {
    List<Field> flat = new ArrayList<>(members.size());
    for (Field member : members) {
      if (!member.inlined()) {
        flat.add(member);
        continue;
      }
      ObjectType inlined = member.shape().object();
      for (Field field : inlined.fields) {
        flat.add(field.under(inlined.simpleName()));
      }
    }
    return List.copyOf(flat);
  }

  /** Returns the full name, such as {@code io.k8s.api.core.v1.Pod}. */
  public String name() {
    return name;
  }

  /** Returns the last part of the name. */
  public String simpleName() {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /** Returns the name that errors use, such as {@code v1.Pod}. */
  public String goName() {
    int last = name.lastIndexOf('.');
    return name.substring(name.lastIndexOf('.', last - 1) + 1);
  }

  /** Says whether objects of this type are applied as one value. */
  public boolean atomic() {
    return atomic;
  }

  /** Returns the unions of OpenAPI as JSON, empty if none. */
  public String unions() {
    return unions;
  }

  /** Returns the fields as JSON shows them, in the order in which the server prints them. */
  public List<Field> fields() {
    return fields;
  }

  /** Returns the fields as protobuf has them: inlined types are fields without a name. */
  public List<Field> members() {
    return members;
  }

  /** Returns those of {@link #members} that travel in protobuf, by ascending number. */
  public Collection<Field> numbered() {
    return numbered.values();
  }

  /** Returns the member with a protobuf number, or null. */
  public @Nullable Field numbered(int number) {
    return numbered.get(number);
  }

  /** Returns the field of a JSON name, which is case sensitive, or null. */
  public @Nullable Field field(String jsonName) {
    Integer place = places.get(jsonName);
    return place == null ? null : fields.get(place);
  }

  /** Returns the shape of fields that are not declared, or null if there are none. */
  public @Nullable Shape others() {
    return others;
  }

  /** Returns the place of a field in {@link #fields}, or -1. */
  public int place(String jsonName) {
    Integer place = places.get(jsonName);
    return place == null ? -1 : place;
  }

  @Override
  public String toString() {
    return name;
  }
}
