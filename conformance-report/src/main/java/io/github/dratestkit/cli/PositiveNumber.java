package io.github.dratestkit.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a number of which there must be at least one. */
final class PositiveNumber implements ITypeConverter<Integer> {

  @Override
  public Integer convert(String text) {
    try {
      int number = Integer.parseInt(text);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is no whole number");
    }
    throw new TypeConversionException("'" + text + "' is not at least 1");
  }
}
