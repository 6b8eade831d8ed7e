package io.github.dratestkit.apiserver.manifest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** The files that one word of a command line names. */
final class ManifestFiles {

  private static final PathMatcher MANIFEST =
      FileSystems.getDefault().getPathMatcher("glob:*.{yaml,yml,json}");

  private ManifestFiles() {}

  /**
   * Returns the files, sorted.
   *
   * @throws ManifestException if a folder or a pattern has none
   */
  static List<Path> named(String argument) {
    Path path = Path.of(argument);
    if (Files.isDirectory(path)) {
      return require(
          walk(path, Integer.MAX_VALUE, ManifestFiles::isManifest),
          argument,
          "there is no YAML or JSON in this folder");
    }
    if (Files.exists(path) || !isPattern(argument)) {
      return List.of(path);
    }
    Path folder = fixedPart(path);
    int depth = argument.contains("**") ? Integer.MAX_VALUE : path.getNameCount() - names(folder);
    return require(
        walk(folder, depth, matcher(argument)::matches), argument, "no file is called like this");
  }

  private static boolean isPattern(String name) {
    return name.chars().anyMatch(letter -> "*?[{".indexOf(letter) >= 0);
  }

  private static int names(Path folder) {
    return folder.toString().isEmpty() ? 0 : folder.getNameCount();
  }

  private static boolean isManifest(Path file) {
    return MANIFEST.matches(file.getFileName());
  }

  private static PathMatcher matcher(String pattern) {
    try {
      return FileSystems.getDefault().getPathMatcher("glob:" + pattern);
    } catch (PatternSyntaxException broken) {
      throw new ManifestException(pattern, broken.getDescription());
    }
  }

  /** Returns the folder before the first name with a special letter. */
  private static Path fixedPart(Path pattern) {
    Path folder = pattern.isAbsolute() ? pattern.getRoot() : Path.of("");
    for (Path name : pattern) {
      if (isPattern(name.toString())) {
        return folder;
      }
      folder = folder.resolve(name);
    }
    return folder;
  }

  private static List<Path> require(List<Path> files, String argument, String otherwise) {
    if (files.isEmpty()) {
      throw new ManifestException(argument, otherwise);
    }
    return files;
  }

  private static List<Path> walk(Path folder, int depth, Predicate<Path> wanted) {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder, depth)) {
      return all.filter(Files::isRegularFile).filter(wanted).sorted().toList();
    } catch (IOException | UncheckedIOException failure) {
      throw new ManifestException(folder.toString(), "cannot be read: " + failure.getMessage());
    }
  }
}
