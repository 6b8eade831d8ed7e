package io.github.dratestkit.drivers.cdi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A directory of CDI specifications, such as {@code /var/run/cdi}. Source: the Container Device
 * Interface specification, 0.6.0.
 */
public final class CdiDirectory {

  private final Path directory;

  /** Uses a directory, which need not exist yet. */
  public CdiDirectory(Path directory) {
    this.directory = directory;
  }

  /**
   * Writes a specification, in place of the one of the same file name.
   *
   * @param file the name of the file without {@code .json}
   * @param kind {@code vendor/class}
   */
  public void write(String file, String kind, List<CdiDevice> devices) {
    try {
      Files.createDirectories(directory);
      // A runtime must never read half a file.
      Path temporary = Files.createTempFile(directory, ".spec", ".tmp");
      Files.writeString(temporary, SpecificationJson.of(kind, devices).toPrettyString());
      Files.move(temporary, path(file), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot write CDI specification " + path(file), failure);
    }
  }

  /** Says whether there is a specification of this file name. */
  public boolean contains(String file) {
    return Files.exists(path(file));
  }

  /** Removes a specification; does nothing if there is none. */
  public void remove(String file) {
    try {
      Files.deleteIfExists(path(file));
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot remove CDI specification " + path(file), failure);
    }
  }

  /**
   * Returns what a container with these devices gets, as a runtime would resolve it.
   *
   * @param ids {@code vendor/class=name}
   * @throws CdiException if no file describes one of them
   */
  public ContainerEdits resolve(List<String> ids) {
    ContainerEdits edits = ContainerEdits.NONE;
    List<JsonNode> specifications = read();
    for (String id : ids) {
      edits =
          edits.and(
              specifications.stream()
                  .map(specification -> SpecificationJson.find(specification, id))
                  .flatMap(Optional::stream)
                  .findFirst()
                  .orElseThrow(
                      () ->
                          new CdiException(
                              "unresolvable CDI device %s: no file in %s describes it"
                                  .formatted(id, directory))));
    }
    return edits;
  }

  private List<JsonNode> read() {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .sorted()
          .map(CdiDirectory::read)
          .toList();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static JsonNode read(Path file) {
    try {
      return JsonMapper.shared().readTree(Files.readString(file));
    } catch (JacksonException broken) {
      throw new CdiException(file + " is not JSON: " + broken.getOriginalMessage());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private Path path(String file) {
    return directory.resolve(file + ".json");
  }
}
