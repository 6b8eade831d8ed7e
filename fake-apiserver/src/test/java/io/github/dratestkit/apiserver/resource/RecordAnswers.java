package io.github.dratestkit.apiserver.resource;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Plays scenarios to the real server under each setting of gates and keeps what it answers. */
public final class RecordAnswers {

  private RecordAnswers() {}

  private static final String FOLDER = "fake-apiserver/src/test/resources/upstream/corpus/";

  /** Takes the part of the corpus to record again, and files of scenarios to add to it. */
  public static void main(String[] arguments) throws IOException {
    String part = arguments[0];
    List<CorpusEntry> scenarios =
        new ArrayList<>(part.equals("rules") ? ofRules() : CorpusEntry.of(part));
    for (int i = 1; i < arguments.length; i++) {
      Files.readAllLines(Path.of(arguments[i]))
          .forEach(line -> scenarios.add(CorpusEntry.parse(line)));
    }
    List<ObjectNode> answers = new ArrayList<>();
    scenarios.forEach(scenario -> answers.add(JsonMapper.shared().createObjectNode()));
    for (String gates : CorpusServers.GATES) {
      try (RealCluster real = CorpusServers.real(gates)) {
        Replay replay = new Replay(real.handler());
        for (int i = 0; i < scenarios.size(); i++) {
          put(answers.get(i), gates, replay.play(scenarios.get(i)));
        }
      }
    }
    try (Writer out =
        new OutputStreamWriter(
            new GZIPOutputStream(Files.newOutputStream(Path.of(FOLDER + part + ".jsonl.gz"))),
            StandardCharsets.UTF_8)) {
      for (int i = 0; i < scenarios.size(); i++) {
        CorpusEntry one = scenarios.get(i);
        out.write(
            new CorpusEntry(one.id(), one.test(), one.steps(), answers.get(i)).toLine() + "\n");
      }
    }
    System.out.println(scenarios.size() + " scenarios recorded");
  }

  private static List<CorpusEntry> ofRules() {
    return RuleRow.all().stream().flatMap(row -> row.scenarios().values().stream()).toList();
  }

  // What a setting answers like the one before it is not written again.
  private static void put(ObjectNode answers, String gates, List<Answer> got) {
    ArrayNode list = JsonMapper.shared().createArrayNode();
    got.forEach(answer -> list.add(answer.toJson()));
    CorpusEntry soFar = new CorpusEntry("", "", list, answers);
    if (answers.isEmpty() || !Replay.same(soFar.answers(gates), list)) {
      answers.set(gates, list);
    }
  }
}
