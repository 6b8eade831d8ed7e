package io.github.dratestkit.apiserver.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Users by their tokens, in the format of {@code --token-auth-file}: a line for each token with
 * token, name, uid and, if there are any, groups between quotes, separated by commas.
 */
final class TokenFile {

  private static final int LEAST_COLUMNS = 3;

  private TokenFile() {}

  static Map<String, User> read(String name) {
    List<String> lines;
    try {
      lines = Files.readAllLines(Path.of(name));
    } catch (IOException | InvalidPathException failure) {
      throw new IllegalArgumentException(
          "access is open, roles, or a file of tokens; \"" + name + "\" cannot be read", failure);
    }
    Map<String, User> users = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      List<String> columns = columns(lines.get(i));
      if (lines.get(i).isBlank() || lines.get(i).startsWith("#")) {
        continue;
      }
      if (columns.size() < LEAST_COLUMNS || columns.get(0).isEmpty()) {
        throw new IllegalArgumentException(
            name + ":" + (i + 1) + ": a line is token,user,uid and, in quotes, groups");
      }
      users.put(columns.get(0), user(columns));
    }
    return users;
  }

  private static User user(List<String> columns) {
    String groups = columns.size() > LEAST_COLUMNS ? columns.get(LEAST_COLUMNS) : "";
    return User.of(columns.get(1), groups.isEmpty() ? new String[0] : groups.split(","))
        .withUid(columns.get(2));
  }

  private static List<String> columns(String line) {
    List<String> columns = new ArrayList<>();
    StringBuilder column = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char letter = line.charAt(i);
      if (letter == '"') {
        quoted = !quoted;
      } else if (letter == ',' && !quoted) {
        columns.add(column.toString().strip());
        column.setLength(0);
      } else {
        column.append(letter);
      }
    }
    columns.add(column.toString().strip());
    return columns;
  }
}
