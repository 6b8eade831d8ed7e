package io.github.dratestkit.cli;

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
    failure.printStackTrace(commandLine.getErr());
    return CommandLine.ExitCode.SOFTWARE;
  }
}
