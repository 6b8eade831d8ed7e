package io.github.dratestkit.apiserver.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Changes one place of a body at random: what is there goes, doubles, grows or is replaced. */
final class Mutation {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String[] TEXTS = {
    "",
    "a",
    "A",
    "-a",
    "a.b",
    "a/b",
    "a/b/c",
    "/",
    "x.example.com/y",
    "x.Example.com/Y",
    "a_b",
    "é",
    "0",
    "1",
    "-1",
    "1.5",
    "500m",
    "1Ki",
    "10000000000000000000",
    "1e3",
    "0.1n",
    "true",
    "In",
    "Exists",
    "Equal",
    "All",
    "ExactCount",
    "NoSchedule",
    "NoExecute",
    "None",
    "FromClaim",
    "FromClass",
    "*",
    "NodePrepareResources",
    "NodeUnprepareResources",
    "2026-01-01T00:00:00Z",
    "2026-01-01",
    "cpu",
    "memory",
    "hugepages-2Mi",
    "ephemeral-storage",
    "metadata.name",
    "kubernetes.io/a",
    "requests.a/b",
    "1.2.3",
    "v1.2.3",
    "1.2.3-a+b",
    "192.0.2.1/24",
    "2001:db8::1/64",
    "192.0.2.1",
    "true && true",
    "device.driver == \"a\"",
    "device.attributes[\"a\"].b",
    "1",
    "[1]",
    "foo",
    "test-node",
    "corpus-plain",
    "00000000-0000-4000-8000-000000000000",
    "r",
    "req",
    "req/sub",
    "r0",
    "<&>",
  };
  private static final String[] NUMBERS = {
    "0",
    "1",
    "-1",
    "2",
    "16",
    "32",
    "33",
    "100",
    "1000",
    "1001",
    "2147483647",
    "2147483648",
    "-2147483648",
    "9223372036854775807",
    "9223372036854775808",
    "1.5",
    "1.0",
    "1e3",
    "3",
    "4",
    "10",
    "11",
  };
  private static final int[] LENGTHS = {
    1, 15, 16, 31, 32, 33, 62, 63, 64, 65, 128, 129, 252, 253, 254, 256, 257, 316, 317, 10240,
    10241,
  };
  private static final int[] SIZES = {
    2, 3, 4, 5, 8, 9, 10, 11, 16, 17, 31, 32, 33, 48, 49, 64, 65, 128, 129, 256, 257,
  };

  private record Place(JsonNode parent, String key, int index, String name, int depth) {
    JsonNode value() {
      return parent.isArray() ? parent.get(index) : parent.get(key);
    }

    void put(JsonNode value) {
      if (parent instanceof ArrayNode list) {
        list.set(index, value);
      } else {
        ((ObjectNode) parent).set(key, value);
      }
    }

    void remove() {
      if (parent instanceof ArrayNode list) {
        list.remove(index);
      } else {
        ((ObjectNode) parent).remove(key);
      }
    }
  }

  private final ValuePool pool;
  private final Random random;

  Mutation(ValuePool pool, Random random) {
    this.pool = pool;
    this.random = random;
  }

  /** Changes a body below some of its fields. */
  void apply(ObjectNode body, List<String> below) {
    List<Place> places = new ArrayList<>();
    String kind = body.path("kind").asString("");
    for (String part : below) {
      if (body.path(part).isObject()) {
        places.add(new Place(body, part, 0, kind + "." + part, 0));
        collect(body.get(part), kind + "." + part, 1, places);
      }
    }
    if (!places.isEmpty()) {
      // The deeper of two, as the fields that have rules lie deep.
      Place one = places.get(random.nextInt(places.size()));
      Place other = places.get(random.nextInt(places.size()));
      change(one.depth() > other.depth() ? one : other);
    }
  }

  private static void collect(JsonNode value, String name, int depth, List<Place> places) {
    if (value.isObject() && !value.has("$repeat")) {
      value.forEachEntry(
          (key, field) -> {
            String place = ValuePool.under(name, key);
            places.add(new Place(value, key, 0, place, depth));
            collect(field, place, depth + 1, places);
          });
    }
    for (int i = 0; value.isArray() && i < value.size(); i++) {
      places.add(new Place(value, "", i, name + "[]", depth));
      collect(value.get(i), name + "[]", depth + 1, places);
    }
  }

  private void change(Place place) {
    switch (random.nextInt(14)) {
      case 0 -> place.remove();
      case 1 -> place.put(NODES.nullNode());
      case 2 -> place.put(empty(place.value()));
      case 3 -> place.put(pool.anyValue(random));
      case 4, 5, 6 -> place.put(seen(place));
      case 7, 8 -> addField(place);
      case 9 -> repeat(place);
      case 10 -> rename(place);
      case 11 -> reorder(place);
      default -> place.put(other(place.value()));
    }
  }

  private JsonNode seen(Place place) {
    return pool.knows(place.name()) ? pool.valueAt(place.name(), random) : other(place.value());
  }

  private JsonNode empty(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> NODES.objectNode();
      case ARRAY -> NODES.arrayNode();
      case NUMBER -> NODES.numberNode(0);
      case BOOLEAN -> NODES.booleanNode(!value.asBoolean());
      default -> NODES.stringNode("");
    };
  }

  private JsonNode other(JsonNode value) {
    if (value.isBoolean()) {
      return NODES.booleanNode(!value.booleanValue());
    }
    if (value.isNumber()) {
      return JsonMapper.shared().readTree(pick(NUMBERS));
    }
    if (value.isString() && random.nextInt(4) == 0) {
      ObjectNode repeated = NODES.objectNode();
      String letter = random.nextInt(3) == 0 ? value.stringValue() + "a" : "a";
      repeated.putArray("$repeat").add(letter).add(LENGTHS[random.nextInt(LENGTHS.length)]);
      return repeated;
    }
    return NODES.stringNode(pick(TEXTS));
  }

  private String pick(String[] from) {
    return from[random.nextInt(from.length)];
  }

  private void addField(Place place) {
    if (place.value() instanceof ObjectNode object && !object.has("$repeat")) {
      String field = pool.fieldAt(place.name(), random);
      String name = ValuePool.under(place.name(), field);
      object.set(field, pool.knows(name) ? pool.valueAt(name, random) : NODES.numberNode(1));
    } else if (place.value() instanceof ArrayNode list) {
      String name = place.name() + "[]";
      list.add(pool.knows(name) ? pool.valueAt(name, random) : NODES.stringNode(pick(TEXTS)));
    } else {
      place.put(other(place.value()));
    }
  }

  /** Makes a list or map as long as one of the limits, or one longer. */
  private void repeat(Place place) {
    int size = random.nextInt(3) == 0 ? 2 : SIZES[random.nextInt(SIZES.length)];
    if (place.value() instanceof ArrayNode list && !list.isEmpty()) {
      JsonNode first = list.get(0);
      boolean distinct = random.nextInt(4) > 0;
      for (int i = list.size(); i < size; i++) {
        list.add(distinct ? numbered(first, i) : first.deepCopy());
      }
    } else if (place.value() instanceof ObjectNode map && !map.isEmpty() && !map.has("$repeat")) {
      JsonNode first = map.iterator().next();
      for (int i = map.size(); i < size; i++) {
        map.set("k" + i, first.deepCopy());
      }
    }
  }

  private static JsonNode numbered(JsonNode item, int number) {
    if (item.isString()) {
      return NODES.stringNode(item.stringValue() + number);
    }
    JsonNode copy = item.deepCopy();
    if (copy instanceof ObjectNode object) {
      for (String field : List.of("name", "key", "uid", "counterSet", "driver", "device", "type")) {
        if (object.path(field).isString()) {
          object.put(field, object.get(field).stringValue() + number);
          return object;
        }
      }
    }
    return copy;
  }

  private void rename(Place place) {
    if (place.parent() instanceof ObjectNode object) {
      JsonNode value = object.get(place.key());
      object.remove(place.key());
      String name = random.nextInt(6) == 0 ? "a".repeat(LENGTHS[random.nextInt(14)]) : pick(TEXTS);
      object.set(name, value);
    } else {
      repeat(place);
    }
  }

  private void reorder(Place place) {
    if (place.value() instanceof ArrayNode list && list.size() > 1) {
      list.add(list.remove(0));
    } else if (place.parent() instanceof ArrayNode list) {
      list.add(place.value().deepCopy());
    } else {
      addField(place);
    }
  }
}
