package io.github.dratestkit.apiserver.codec;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * Complaints about the fields of bodies that have no type of the API: patches. Of what a merge
 * patch or a strategic one holds only repeated fields are told; an operation of a JSON patch has
 * four fields (endpoints/handlers/patch.go, 1.37).
 */
public final class UntypedFields {

  private static final Set<String> OF_AN_OPERATION = Set.of("op", "path", "from", "value");

  private final JsonParser parser;
  private final StrictErrors errors = new StrictErrors(FieldPaths.OF_TEXT);

  private UntypedFields(JsonParser parser) {
    this.parser = parser;
  }

  /** Returns a complaint about each field that stands twice in an object. */
  public static List<String> repeated(byte[] json) {
    try (JsonParser parser = JsonMapper.shared().createParser(json)) {
      UntypedFields fields = new UntypedFields(parser);
      parser.nextToken();
      fields.value();
      return fields.errors.texts();
    }
  }

  /** Returns a complaint about each field of an operation that it does not have, or has twice. */
  public static List<String> ofOperations(byte[] json) {
    try (JsonParser parser = JsonMapper.shared().createParser(json)) {
      UntypedFields fields = new UntypedFields(parser);
      parser.nextToken();
      fields.operations();
      return fields.errors.texts();
    }
  }

  private void operations() {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      return;
    }
    for (int place = 0; parser.nextToken() != JsonToken.END_ARRAY; place++) {
      errors.enterItem(place);
      if (parser.currentToken() == JsonToken.START_OBJECT) {
        operation();
      } else {
        parser.skipChildren();
      }
      errors.leave();
    }
  }

  private void operation() {
    Set<String> seen = new HashSet<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      if (OF_AN_OPERATION.contains(name)) {
        field(name, seen);
      } else {
        errors.unknownField(name);
        parser.skipChildren();
      }
    }
  }

  private void value() {
    switch (parser.currentToken()) {
      case START_OBJECT -> {
        Set<String> seen = new HashSet<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          field(name, seen);
        }
      }
      case START_ARRAY -> {
        for (int place = 0; parser.nextToken() != JsonToken.END_ARRAY; place++) {
          errors.enterItem(place);
          value();
          errors.leave();
        }
      }
      default -> {}
    }
  }

  private void field(String name, Set<String> seen) {
    if (!seen.add(name)) {
      errors.duplicateField(name);
    }
    errors.enterField(name);
    value();
    errors.leave();
  }
}
