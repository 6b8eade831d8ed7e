package io.github.dratestkit.apiserver.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes scenarios from recorded ones: the same objects with one to four places changed, created,
 * updated, patched or given a status, and half of them followed by more requests of every kind. A
 * seed always makes the same scenario.
 */
final class RandomScenarios {

  private static final List<String> SPEC = List.of("spec");
  private static final List<String> STATUS = List.of("status");
  private static final List<String> ALL = List.of("spec", "metadata");
  private static final List<String> MERGES =
      List.of("application/merge-patch+json", "application/strategic-merge-patch+json");

  private final List<CorpusEntry> bases;
  private final ValuePool pool = new ValuePool();

  RandomScenarios(List<CorpusEntry> entries) {
    this.bases = entries.stream().filter(RandomScenarios::isAccepted).toList();
    for (CorpusEntry entry : entries) {
      for (JsonNode step : entry.steps()) {
        if (step.path("body").isObject()) {
          pool.add(step.path("body"));
        }
      }
    }
  }

  private static boolean isAccepted(CorpusEntry entry) {
    JsonNode answers = entry.answers("all");
    boolean writes = true;
    for (JsonNode step : entry.steps()) {
      String method = step.path("method").asString();
      boolean whole = step.path("body").path("spec").isObject();
      writes &= (method.equals("POST") || method.equals("PUT")) && whole;
      writes &= !step.path("path").asString().contains("?");
      writes &= step.path("contentType").asString("application/json").equals("application/json");
    }
    // The objects of a file that are to be changed have not been answered yet.
    return writes
        && (answers.isMissingNode() || answers.size() == entry.steps().size())
        && answers.valueStream().allMatch(answer -> answer.path("code").asInt() < 300);
  }

  CorpusEntry of(long seed) {
    Random random = new Random(seed * 0x9E3779B97F4A7C15L);
    random.nextInt();
    CorpusEntry base = bases.get(random.nextInt(bases.size()));
    ArrayNode steps = (ArrayNode) base.steps().deepCopy();
    for (JsonNode step : steps) {
      ((ObjectNode) step).put("show", true);
    }
    Mutation mutation = new Mutation(pool, random);
    int last = steps.size() - 1;
    ObjectNode step = (ObjectNode) steps.get(last);
    String action =
        switch (random.nextInt(5)) {
          case 0, 1, 2 -> change(step, mutation, random);
          case 3 -> {
            ObjectNode again = again(step);
            steps.add(again);
            yield "then " + change(again, mutation, random);
          }
          default -> {
            ObjectNode patch = patch(step, mutation, random);
            steps.add(patch);
            yield "then " + patch.path("contentType").asString();
          }
        };
    if (random.nextBoolean()) {
      action += FollowUps.add(steps, pool, random);
    }
    rename(steps, "x-" + seed);
    return new CorpusEntry(
        "random-" + seed, action + " of " + base.id(), steps, MissingNode.getInstance());
  }

  private String change(ObjectNode step, Mutation mutation, Random random) {
    boolean status = step.path("path").asString().endsWith("/status");
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      if (step.path("body") instanceof ObjectNode body) {
        mutation.apply(body, status ? STATUS : random.nextInt(10) == 0 ? ALL : SPEC);
      }
    }
    return step.path("method").asString() + (status ? " status" : "") + ", " + changes + " changes";
  }

  /** Returns an update with what a step wrote. */
  private static ObjectNode again(ObjectNode step) {
    ObjectNode again = step.deepCopy();
    if (step.path("method").asString().equals("POST")) {
      again.put("method", "PUT");
      again.put("path", step.path("path").asString() + "/{name}");
    }
    again.put("useLatestVersion", true);
    return again;
  }

  private static ObjectNode patch(ObjectNode step, Mutation mutation, Random random) {
    ObjectNode patch = again(step);
    ObjectNode body = (ObjectNode) patch.path("body");
    String part = patch.path("path").asString().endsWith("/status") ? "status" : "spec";
    mutation.apply(body, List.of(part));
    ObjectNode sent = JsonNodeFactory.instance.objectNode();
    sent.set(part, body.path(part));
    patch.put("method", "PATCH");
    patch.put("contentType", MERGES.get(random.nextInt(MERGES.size())));
    patch.set("body", sent);
    patch.remove("useLatestVersion");
    return patch;
  }

  // Every scenario has an object of its own, so that many can be played at a time.
  private static void rename(ArrayNode steps, String name) {
    List<JsonNode> bodies = new ArrayList<>();
    steps.forEach(step -> bodies.add(step.path("body")));
    String old = bodies.get(0).path("metadata").path("name").asString("");
    for (JsonNode body : bodies) {
      if (body.path("metadata") instanceof ObjectNode metadata
          && metadata.path("name").asString("").equals(old)) {
        metadata.put("name", name);
      }
    }
    for (JsonNode step : steps) {
      String path = step.path("path").asString();
      if (!old.isEmpty() && path.contains("/" + old)) {
        ((ObjectNode) step).put("path", path.replace("/" + old, "/" + name));
      }
    }
  }
}
