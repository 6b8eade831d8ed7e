package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.resource.Findings.Standing;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * The rules of one type as its fields declare them (tags such as {@code +k8s:maxItems} in
 * k8s.io/api, 1.37). Such rules see the version of the request and walk the whole object whatever
 * the written rules say. On an update they pass over every value that has not changed.
 */
final class Declared {

  /** A rule for the value of one field; it says whether rules after it are to be asked. */
  @FunctionalInterface
  interface Rule {
    boolean holds(Value value, Findings findings);
  }

  /**
   * A value and the one it replaces.
   *
   * @param old missing if there is none to compare with
   * @param correlated whether {@code old} is what stood in this place before
   */
  record Value(JsonNode node, JsonNode old, boolean correlated, String path) {

    static Value created(JsonNode node, String path) {
      return new Value(node, MissingNode.getInstance(), false, path);
    }

    static Value updated(JsonNode node, JsonNode old, String path) {
      return new Value(node, old, true, path);
    }

    boolean isUnchanged() {
      return correlated && SemanticEquality.same(node, old);
    }

    boolean isNull() {
      return node.isMissingNode() || node.isNull();
    }

    /** Says whether it is what a field has that nobody set; an object is not, unless a map. */
    boolean isZero() {
      return isNull()
          || (node.isString() && node.stringValue().isEmpty())
          || (node.isNumber() && node.asDouble() == 0)
          || ((node.isArray() || node.isObject()) && node.isEmpty());
    }

    Value child(String field) {
      boolean hasOld = correlated && !old.isMissingNode() && !old.isNull();
      return new Value(node.path(field), old.path(field), hasOld, Path.child(path, field));
    }
  }

  private record Field(String name, Standing standing, List<Rule> rules) {}

  private final List<Field> fields = new ArrayList<>();
  private final List<Rule> unions = new ArrayList<>();

  private Declared() {}

  /** Returns a type without rules, for fields to be added. */
  static Declared type() {
    return new Declared();
  }

  /** Adds a field whose rules are in force with the gate DeclarativeValidationBeta. */
  Declared field(String name, Rule... rules) {
    fields.add(new Field(name, Standing.DECLARED_BETA, List.of(rules)));
    return this;
  }

  /** Adds a field whose rules are always in force. */
  Declared settledField(String name, Rule... rules) {
    fields.add(new Field(name, Standing.DECLARED, List.of(rules)));
    return this;
  }

  /** Adds a rule that exactly one of some fields is set. */
  Declared exactlyOneOf(Standing standing, String... members) {
    unions.add(
        (value, findings) -> {
          long set = count(value.node(), members);
          boolean changed =
              !value.correlated()
                  || Arrays.stream(members)
                      .anyMatch(
                          member -> isSet(value.node(), member) != isSet(value.old(), member));
          if (changed && set != 1) {
            findings
                .as(standing)
                .invalid(value.path(), set + " set", "exactly one of " + List.of(members));
          }
          return true;
        });
    return this;
  }

  private static long count(JsonNode object, String[] members) {
    return Arrays.stream(members).filter(member -> isSet(object, member)).count();
  }

  private static boolean isSet(JsonNode object, String member) {
    return Tree.has(object, member)
        && !(object.path(member).isArray() && object.path(member).isEmpty());
  }

  /** Checks a value of this type. */
  void check(Value value, Findings findings) {
    unions.forEach(union -> union.holds(value, findings));
    for (Field field : fields) {
      Value child = value.child(field.name());
      if (!child.isUnchanged()) {
        ask(field.rules(), child, findings.as(field.standing()));
      }
    }
  }

  private static void ask(List<Rule> rules, Value value, Findings findings) {
    for (Rule rule : rules) {
      if (!rule.holds(value, findings)) {
        return;
      }
    }
  }

  /** The value must be there and not zero. */
  static Rule required() {
    return (value, findings) -> {
      if (value.isZero()) {
        findings.required(value.path(), "");
      }
      return !value.isZero();
    };
  }

  /** The pointer must not be nil. */
  static Rule requiredPointer() {
    return (value, findings) -> {
      if (value.isNull()) {
        findings.required(value.path(), "");
      }
      return !value.isNull();
    };
  }

  /** Nothing more is asked of a value that is not there or zero. */
  static Rule optional() {
    return (value, findings) -> !value.isZero();
  }

  /** Nothing more is asked of a pointer that is nil. */
  static Rule optionalPointer() {
    return (value, findings) -> !value.isNull();
  }

  static Rule maxItems(int limit) {
    return (value, findings) -> Lists.fits(items(value.node()), limit, value.path(), findings);
  }

  static Rule text(Lists.TextCheck check) {
    return (value, findings) -> {
      check.check(value.node().asString(""), value.path(), findings);
      return true;
    };
  }

  static Rule oneOf(List<String> supported) {
    return text((text, path, findings) -> Formats.oneOf(text, supported, path, findings));
  }

  static Rule maxBytes(int limit) {
    return text(
        (text, path, findings) -> {
          if (Formats.bytes(text) > limit) {
            findings.add(FieldError.tooLong(path, limit));
          }
        });
  }

  static Rule maxCharacters(int limit) {
    return text(
        (text, path, findings) -> {
          if (text.codePointCount(0, text.length()) > limit) {
            findings.add(FieldError.tooLong(path, limit));
          }
        });
  }

  static Rule between(long least, long most) {
    return (value, findings) -> {
      long number = value.node().asLong(0);
      if (number < least || number > most) {
        findings.invalid(value.path(), number, "must be from " + least + " to " + most);
      }
      return true;
    };
  }

  static Rule atLeast(long least) {
    return (value, findings) -> {
      long number = value.node().asLong(0);
      if (number < least) {
        findings.invalid(value.path(), number, "must be at least " + least);
      }
      return true;
    };
  }

  /** What is there may not change; nothing else is asked if it does. */
  static Rule immutable() {
    return (value, findings) -> {
      if (!value.correlated()) {
        return true;
      }
      findings.add(
          new FieldError(
              FieldError.Type.INVALID, value.path(), "Invalid value: field is immutable"));
      return false;
    };
  }

  /** What is set may be cleared but not changed; nothing else is asked if it is. */
  static Rule notModified() {
    return (value, findings) -> {
      if (!value.correlated()
          || value.isNull()
          || value.old().isMissingNode()
          || value.old().isNull()) {
        return true;
      }
      findings.add(
          new FieldError(
              FieldError.Type.INVALID,
              value.path(),
              "Invalid value: may be cleared, but not changed once it is set"));
      return false;
    };
  }

  /** All of some rules are asked, whatever each finds. */
  static Rule together(Rule... rules) {
    return (value, findings) -> {
      boolean hold = true;
      for (Rule rule : rules) {
        hold &= rule.holds(value, findings);
      }
      return hold;
    };
  }

  /** Items that keys tell apart are neither added nor taken away. */
  static Rule fixedItems(String... keys) {
    return (value, findings) -> {
      if (!value.correlated()) {
        return true;
      }
      int before = findings.all().size();
      List<JsonNode> items = items(value.node());
      for (int i = 0; i < items.size(); i++) {
        if (find(value.old(), items.get(i), keys).isMissingNode()) {
          findings.add(FieldError.forbidden(Path.index(value.path(), i), "may not be added"));
        }
      }
      for (JsonNode item : items(value.old())) {
        if (find(value.node(), item, keys).isMissingNode()) {
          findings.add(FieldError.forbidden(value.path(), "an item may not be removed"));
        }
      }
      return findings.all().size() == before;
    };
  }

  /** A pointer that is nil stays nil and one that is not stays so. */
  static Rule settledPresence() {
    return (value, findings) -> {
      boolean wasNull = value.old().isMissingNode() || value.old().isNull();
      if (!value.correlated() || value.isNull() == wasNull) {
        return true;
      }
      findings.add(
          new FieldError(
              FieldError.Type.INVALID,
              value.path(),
              "Invalid value: cannot be set or cleared after creation"));
      return false;
    };
  }

  /** No two items agree in all of {@code keys}; without keys, in all they are. */
  static Rule unique(String... keys) {
    return (value, findings) -> {
      Lists.unique(items(value.node()), value.path(), keyOf(keys), findings);
      return true;
    };
  }

  /** The value is of a type with rules of its own. */
  static Rule is(Declared type) {
    return (value, findings) -> {
      type.check(value, findings);
      return true;
    };
  }

  /** Each item is of a type; an item is compared with the old one of the same keys, if any. */
  static Rule items(Declared type, String... keys) {
    return (value, findings) -> {
      List<JsonNode> items = items(value.node());
      for (int i = 0; i < items.size(); i++) {
        JsonNode item = items.get(i);
        JsonNode old = keys.length == 0 ? MissingNode.getInstance() : find(value.old(), item, keys);
        Value one = new Value(item, old, !old.isMissingNode(), Path.index(value.path(), i));
        if (!one.isUnchanged()) {
          type.check(one, findings);
        }
      }
      return true;
    };
  }

  /** Each item is a text of a form; one that was there before is not looked at. */
  static Rule eachText(Lists.TextCheck check) {
    return (value, findings) -> {
      List<JsonNode> before = items(value.old());
      Lists.each(
          items(value.node()),
          value.path(),
          (item, path, found) -> {
            if (!before.contains(item)) {
              check.check(item.asString(""), path, found);
            }
          },
          findings);
      return true;
    };
  }

  /** Each key of the map has a form; what is wrong is reported at the map. */
  static Rule eachKey(Lists.TextCheck check) {
    return (value, findings) -> {
      for (String key : value.node().propertyNames()) {
        if (!Tree.has(value.old(), key)) {
          check.check(key, value.path(), findings);
        }
      }
      return true;
    };
  }

  /** Each value of the map is of a type. */
  static Rule eachValue(Declared type) {
    return (value, findings) -> {
      value
          .node()
          .forEachEntry(
              (key, item) -> {
                JsonNode old = value.old().path(key);
                Value one = new Value(item, old, !old.isMissingNode(), Path.key(value.path(), key));
                if (!one.isUnchanged()) {
                  type.check(one, findings);
                }
              });
      return true;
    };
  }

  private static List<JsonNode> items(JsonNode list) {
    List<JsonNode> items = new ArrayList<>();
    if (list.isArray()) {
      list.forEach(items::add);
    }
    return items;
  }

  private static Function<JsonNode, Object> keyOf(String... keys) {
    return keys.length == 0
        ? item -> item
        : item -> Arrays.stream(keys).map(key -> Tree.text(item, key)).toList();
  }

  private static JsonNode find(JsonNode list, JsonNode item, String... keys) {
    Function<JsonNode, Object> key = keyOf(keys);
    return items(list).stream()
        .filter(one -> key.apply(one).equals(key.apply(item)))
        .findFirst()
        .orElse(MissingNode.getInstance());
  }
}
