package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.resource.Replay.Answer;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Plays scenarios to the real server under each setting of gates and keeps what it answers. */
public final class RecordAnswers {

  private RecordAnswers() {}

  /** Takes the file to write, and a file of scenarios; without that, those of the rules. */
  public static void main(String[] arguments) throws IOException {
    List<CorpusEntry> scenarios =
        arguments.length > 1 ? of(Path.of(arguments[1])) : ofRules().toList();
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
            new GZIPOutputStream(Files.newOutputStream(Path.of(arguments[0]))),
            StandardCharsets.UTF_8)) {
      for (int i = 0; i < scenarios.size(); i++) {
        CorpusEntry one = scenarios.get(i);
        out.write(
            new CorpusEntry(one.id(), one.test(), one.steps(), answers.get(i)).toLine() + "\n");
      }
    }
    System.out.println(scenarios.size() + " scenarios recorded");
  }

  private static Stream<CorpusEntry> ofRules() {
    return RuleRow.all().stream().flatMap(row -> row.scenarios().values().stream());
  }

  private static List<CorpusEntry> of(Path file) throws IOException {
    return Files.readAllLines(file).stream().map(CorpusEntry::parse).toList();
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
