package io.github.dratestkit.apiserver.manifest;

/** A file that cannot be used; the message is one line with file, line and field. */
public final class ManifestException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final String file;
  private final int line;
  private final int column;
  private final String problem;

  ManifestException(String file, String problem) {
    this(file, Position.START, problem, file + ": " + problem);
  }

  ManifestException(String file, Position at, String problem) {
    this(file, at, problem, file + ":" + at + ": " + problem);
  }

  ManifestException(String file, Position at, String problem, String message) {
    super(message);
    this.file = file;
    this.line = at.line();
    this.column = at.column();
    this.problem = problem;
  }

  /** Returns the file as the user named it. */
  public String file() {
    return file;
  }

  /** Returns where in the file, the beginning if it is the whole file. */
  public Position position() {
    return new Position(line, column);
  }

  /** Returns what is wrong, without the place. */
  public String problem() {
    return problem;
  }
}
