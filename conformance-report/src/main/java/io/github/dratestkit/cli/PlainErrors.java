package io.github.dratestkit.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/**
 * Turns what a command throws into one line on standard error. Wrong input is exit code 2; anything
 * else is a fault of ours and keeps its stack trace.
 */
final class PlainErrors implements IExecutionExceptionHandler {

  @Override
  public int handleExecutionException(
      Exception failure, CommandLine commandLine, ParseResult parsed) {
    if (failure instanceof InputException || failure instanceof IllegalArgumentException) {
      commandLine.getErr().println("dra: " + failure.getMessage());
      return CommandLine.ExitCode.USAGE;
    }
    if (failure instanceof UncheckedIOException unchecked) {
      commandLine
          .getErr()
          .println("dra: " + failure.getMessage() + ": " + reason(cause(unchecked)));
      return CommandLine.ExitCode.USAGE;
    }
    if (failure instanceof FileSystemException file) {
      commandLine.getErr().println("dra: " + file.getFile() + ": " + reason(file));
      return CommandLine.ExitCode.USAGE;
    }
    failure.printStackTrace(commandLine.getErr());
    return CommandLine.ExitCode.SOFTWARE;
  }

  private static IOException cause(UncheckedIOException failure) {
    return Objects.requireNonNull(failure.getCause());
  }

  private static String reason(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return "there is no such file or folder";
    }
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    return failure instanceof FileSystemException file && file.getReason() != null
        ? file.getReason()
        : String.valueOf(failure.getMessage());
  }
}
