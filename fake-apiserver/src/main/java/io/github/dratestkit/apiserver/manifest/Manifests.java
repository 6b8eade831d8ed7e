package io.github.dratestkit.apiserver.manifest;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
   * Reads every object of a file.
   *
   * @throws ManifestException if there is no such file, it is not YAML, or a document is no object
   */
  public static List<Manifest> read(Path file) {
    try {
      return parse(file.toString(), Files.readString(file));
    } catch (NoSuchFileException missing) {
      throw new ManifestException(file + ": there is no such file");
    } catch (MalformedInputException binary) {
      throw new ManifestException(file + ": this is not a text file in UTF-8");
    } catch (IOException failure) {
      throw new ManifestException(file + ": cannot be read: " + failure.getMessage());
    }
  }

  /**
   * Reads every object of a text.
   *
   * @param file what messages call it
   * @throws ManifestException as {@link #read}
   */
  public static List<Manifest> parse(String file, String text) {
    List<Manifest> manifests = new ArrayList<>();
    try {
      for (Node document : new Compose(SETTINGS).composeAllFromString(text)) {
        if (!isEmpty(document)) {
          add(file, document, manifests);
        }
      }
    } catch (MarkedYamlEngineException broken) {
      String problem = broken.getProblem() == null ? "broken YAML" : broken.getProblem();
      throw new ManifestException(
          file + ":" + broken.getProblemMark().map(Manifests::line).orElse(1) + ": " + problem);
    } catch (YamlEngineException broken) {
      throw new ManifestException(file + ": " + broken.getMessage());
    }
    if (manifests.isEmpty()) {
      throw new ManifestException(file + ": there is no object in this file");
    }
    return manifests;
  }

  private static void add(String file, Node document, List<Manifest> manifests) {
    MappingNode mapping = requireMapping(file, document);
    SequenceNode items = itemsOfList(mapping);
    if (items == null) {
      manifests.add(manifest(file, mapping));
      return;
    }
    for (Node item : items.getValue()) {
      manifests.add(manifest(file, requireMapping(file, item)));
    }
  }

  private static Manifest manifest(String file, MappingNode mapping) {
    Map<String, Integer> lines = new LinkedHashMap<>();
    return new Manifest(file, NodeTree.objectOf(file, mapping, lines), lines);
  }

  private static MappingNode requireMapping(String file, Node node) {
    if (node instanceof MappingNode mapping) {
      return mapping;
    }
    throw new ManifestException(
        file
            + ":"
            + node.getStartMark().map(Manifests::line).orElse(1)
            + ": an object is expected here, with apiVersion and kind");
  }

  private static @org.jspecify.annotations.Nullable SequenceNode itemsOfList(MappingNode mapping) {
    boolean list = false;
    SequenceNode items = null;
    for (NodeTuple field : mapping.getValue()) {
      String name = ((ScalarNode) field.getKeyNode()).getValue();
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

  static int line(Mark mark) {
    return mark.getLine() + 1;
  }
}
