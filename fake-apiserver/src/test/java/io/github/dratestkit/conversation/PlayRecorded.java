package io.github.dratestkit.conversation;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Plays the recorded conversations of a folder against our server and prints what differs. */
public final class PlayRecorded {

  private PlayRecorded() {}

  /** Takes the folder, as {@code replay -record} leaves it; exits with 1 if anything differs. */
  public static void main(String[] arguments) {
    List<RecordedConversation> conversations =
        RecordedConversation.in(Path.of(arguments[0])).toList();
    int steps = 0;
    int differing = 0;
    for (RecordedConversation conversation : conversations) {
      Map<String, List<String>> differences =
          conversation.differences(Comparison.WITHOUT_SENTENCES);
      differences.values().forEach(lines -> lines.forEach(System.out::println));
      steps += conversation.steps();
      differing += differences.size();
    }
    System.out.println(
        differing + " of " + steps + " steps differ in " + conversations.size() + " conversations");
    System.exit(differing == 0 ? 0 : 1);
  }
}
