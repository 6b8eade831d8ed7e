package io.github.dratestkit.apiserver.registry.kinds;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Blocks of PEM in a text; what is between them, and blocks that are none, are passed over. */
final class Pem {

  private static final String BEGIN = "-----BEGIN ";
  private static final String END = "-----END ";
  private static final String DASHES = "-----";
  private static final int DIGITS_OF_GROUP = 4;

  /** One block. */
  record Block(String type, boolean hasHeaders, byte[] bytes) {}

  private final String[] lines;
  private int next;

  private Pem(String text) {
    this.lines = text.split("\n", -1);
  }

  /** Returns the blocks of a text in their order. */
  static List<Block> blocks(String text) {
    Pem pem = new Pem(text);
    List<Block> blocks = new ArrayList<>();
    while (pem.next < pem.lines.length) {
      String line = pem.line();
      if (line.startsWith(BEGIN) && line.endsWith(DASHES) && line.length() > BEGIN.length()) {
        pem.read(line.substring(BEGIN.length(), line.length() - DASHES.length()), blocks);
      }
    }
    return blocks;
  }

  private String line() {
    return lines[next++].stripTrailing();
  }

  private void read(String type, List<Block> blocks) {
    boolean headers = false;
    while (next < lines.length && lines[next].indexOf(':') >= 0) {
      headers = true;
      next++;
    }
    StringBuilder digits = new StringBuilder();
    while (next < lines.length) {
      String line = line();
      if (line.startsWith(END)) {
        if (line.equals(END + type + DASHES)) {
          decode(type, headers, digits.toString(), blocks);
        }
        return;
      }
      digits.append(line.replaceAll("[ \t]", ""));
    }
  }

  private static void decode(String type, boolean headers, String digits, List<Block> blocks) {
    try {
      if (digits.length() % DIGITS_OF_GROUP == 0) {
        blocks.add(new Block(type, headers, Base64.getDecoder().decode(digits)));
      }
    } catch (IllegalArgumentException notBase64) {
      // No block, as upstream has it.
    }
  }
}
