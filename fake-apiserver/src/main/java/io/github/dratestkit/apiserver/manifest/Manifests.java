package io.github.dratestkit.apiserver.manifest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Reads files of objects: YAML or JSON, one document or several, with Lists taken apart. What is
 * wrong is said with file, line and field; whether the fields mean anything is for others to say.
 */
public final class Manifests {

  private static final LoadSettings SETTINGS =
      LoadSettings.builder().setAllowDuplicateKeys(false).setCodePointLimit(64 << 20).build();

  private Manifests() {}

  /**
   * Reads every object of what a command line names: files, folders with all the YAML and JSON in
   * them, patterns such as {@code slices/*.yaml}, and {@code -} for standard input. A file without
   * objects is fine, and one that cannot be read does not keep others from being read.
   */
  public static Reading readAll(List<String> arguments, InputStream standardInput) {
    List<Manifest> manifests = new ArrayList<>();
    List<ManifestException> problems = new ArrayList<>();
    for (String argument : arguments) {
      if (argument.equals("-")) {
        collect(() -> readStandardInput(standardInput), manifests, problems);
        continue;
      }
      List<Path> files = new ArrayList<>();
      collect(() -> ManifestFiles.named(argument), files, problems);
      files.forEach(file -> collect(() -> objects(file), manifests, problems));
    }
    return new Reading(manifests, problems);
  }

  private static <T> void collect(
      Supplier<List<T>> source, List<T> all, List<ManifestException> problems) {
    try {
      all.addAll(source.get());
    } catch (ManifestException unusable) {
      problems.add(unusable);
    }
  }

  private static List<Manifest> readStandardInput(InputStream in) {
    try {
      CharBuffer text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(in.readAllBytes()));
      return objects("<stdin>", text.toString());
    } catch (CharacterCodingException binary) {
      throw new ManifestException("<stdin>", "this is not a text in UTF-8");
    } catch (IOException failure) {
      throw new ManifestException("<stdin>", "cannot be read: " + failure.getMessage());
    }
  }

  /**
   * Reads every object of a file.
   *
   * @throws ManifestException if there is no such file, it is not YAML, or a document is no object
   */
  public static List<Manifest> read(Path file) {
    return some(file.toString(), objects(file));
  }

  private static List<Manifest> objects(Path file) {
    String name = file.toString();
    try {
      return objects(name, Files.readString(file));
    } catch (NoSuchFileException missing) {
      throw new ManifestException(name, "there is no such file");
    } catch (AccessDeniedException denied) {
      throw new ManifestException(name, "permission denied");
    } catch (MalformedInputException binary) {
      throw new ManifestException(name, "this is not a text file in UTF-8");
    } catch (IOException failure) {
      throw new ManifestException(name, "cannot be read: " + failure.getMessage());
    }
  }

  /**
   * Reads every object of a text.
   *
   * @param file what messages call it
   * @throws ManifestException as {@link #read}
   */
  public static List<Manifest> parse(String file, String text) {
    return some(file, objects(file, text));
  }

  private static List<Manifest> some(String file, List<Manifest> manifests) {
    if (manifests.isEmpty()) {
      throw new ManifestException(file, "there is no object in this file");
    }
    return manifests;
  }

  private static List<Manifest> objects(String file, String text) {
    List<Manifest> manifests = new ArrayList<>();
    List<String> lines = text.lines().toList();
    try {
      for (Node document : new Compose(SETTINGS).composeAllFromString(text)) {
        if (!isEmpty(document)) {
          add(new Source(file, lines), document, manifests);
        }
      }
    } catch (MarkedYamlEngineException broken) {
      String problem = broken.getProblem() == null ? "broken YAML" : broken.getProblem();
      Position at = broken.getProblemMark().map(Manifests::position).orElse(Position.START);
      throw new ManifestException(file, at, problem);
    } catch (YamlEngineException broken) {
      throw new ManifestException(file, String.valueOf(broken.getMessage()));
    } catch (StackOverflowError deep) {
      throw new ManifestException(file, "objects are nested too deeply");
    }
    return manifests;
  }

  /** A file that is read: its name and its lines. */
  private record Source(String file, List<String> lines) {}

  private static void add(Source source, Node document, List<Manifest> manifests) {
    MappingNode mapping = requireMapping(source, document);
    SequenceNode items = itemsOfList(mapping);
    if (items == null) {
      manifests.add(manifest(source, mapping));
      return;
    }
    for (Node item : items.getValue()) {
      manifests.add(manifest(source, requireMapping(source, item)));
    }
  }

  private static Manifest manifest(Source source, MappingNode mapping) {
    SourceMap places = new SourceMap(source.lines());
    return new Manifest(source.file(), NodeTree.objectOf(source.file(), mapping, places), places);
  }

  private static MappingNode requireMapping(Source source, Node node) {
    if (node instanceof MappingNode mapping) {
      return mapping;
    }
    throw new ManifestException(
        source.file(),
        node.getStartMark().map(Manifests::position).orElse(Position.START),
        "an object is expected here, with apiVersion and kind");
  }

  private static @org.jspecify.annotations.Nullable SequenceNode itemsOfList(MappingNode mapping) {
    boolean list = false;
    SequenceNode items = null;
    for (NodeTuple field : mapping.getValue()) {
      String name = field.getKeyNode() instanceof ScalarNode key ? key.getValue() : "";
      if (name.equals("kind") && field.getValueNode() instanceof ScalarNode kind) {
        list = kind.getValue().endsWith("List");
      } else if (name.equals("items") && field.getValueNode() instanceof SequenceNode sequence) {
        items = sequence;
      }
    }
    return list ? items : null;
  }

  private static boolean isEmpty(Node document) {
    return document instanceof ScalarNode scalar && scalar.getValue().isEmpty();
  }

  static Position position(Mark mark) {
    return new Position(mark.getLine() + 1, mark.getColumn() + 1);
  }
}
