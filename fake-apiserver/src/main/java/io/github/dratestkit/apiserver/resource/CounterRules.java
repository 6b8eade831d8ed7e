package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Counter sets of slices, and what devices consume of them. Counters may be any quantity. */
final class CounterRules {

  private static final int SETS_LIMIT = 8;
  private static final int CONSUMPTIONS_LIMIT = 2;
  private static final int COUNTERS_LIMIT = 32;
  private static final int NAME_LIMIT = 63;

  private CounterRules() {}

  static void sets(JsonNode spec, String path, Findings findings) {
    named(Tree.items(spec, "sharedCounters"), SETS_LIMIT, "name", path, findings);
  }

  static void consumption(JsonNode device, String path, Findings findings) {
    named(Tree.items(device, "consumesCounters"), CONSUMPTIONS_LIMIT, "counterSet", path, findings);
  }

  private static void named(
      List<JsonNode> items, int limit, String nameField, String path, Findings findings) {
    Findings declared = findings.alsoDeclared();
    if (!Lists.fits(items, limit, path, declared)) {
      return;
    }
    Lists.each(
        items,
        path,
        (item, at, found) -> {
          String name = Tree.text(item, nameField);
          String nameAt = Path.child(at, nameField);
          if (name.isEmpty()) {
            declared.required(nameAt, "the name of a counter set");
          } else {
            Formats.dnsLabel(name, nameAt, declared);
          }
          counters(item, at + ".counters", found);
        },
        findings);
    Lists.unique(items, path, item -> Tree.text(item, nameField), declared);
  }

  private static void counters(JsonNode owner, String path, Findings findings) {
    Findings declared = findings.alsoDeclared();
    int size = owner.path("counters").size();
    if (size == 0) {
      declared.required(path, "at least one counter");
    } else if (size > COUNTERS_LIMIT) {
      findings.add(FieldError.tooMany(path, size, COUNTERS_LIMIT));
    } else {
      Lists.map(
          owner,
          "counters",
          path,
          NAME_LIMIT,
          Formats::dnsLabel,
          (value, at, found) -> {},
          declared);
    }
  }
}
