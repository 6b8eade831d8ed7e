package io.github.dratestkit.drivers.hardware;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The models on the class path, each read once. */
final class Zoo {

  private static final String FOLDER = "/hardware/";
  private static final Map<String, Model> READ = new ConcurrentHashMap<>();

  private Zoo() {}

  static List<String> names() {
    return text("zoo.txt").lines().filter(line -> !line.isBlank()).sorted().toList();
  }

  static Model model(String name) {
    if (!names().contains(name)) {
      throw new IllegalArgumentException(
          "there is no hardware \"%s\"; there is %s".formatted(name, String.join(", ", names())));
    }
    return READ.computeIfAbsent(name, Zoo::read);
  }

  private static Model read(String name) {
    Object tree = new Load(LoadSettings.builder().build()).loadFromString(text(name + ".yaml"));
    return Model.of(name, (Map<?, ?>) tree);
  }

  private static String text(String file) {
    try (InputStream stream = Zoo.class.getResourceAsStream(FOLDER + file)) {
      if (stream == null) {
        throw new IllegalStateException("the class path has no " + FOLDER + file);
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
