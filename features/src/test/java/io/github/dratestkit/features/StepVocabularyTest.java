package io.github.dratestkit.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StepVocabularyTest {

  private static final String PACKAGE = "io/github/dratestkit/features/steps";

  @Test
  void every_step_is_listed_in_the_readme_and_nothing_else_is() throws Exception {
    TreeSet<String> listed = new TreeSet<>();
    for (String line : Files.readAllLines(Path.of("README.md"))) {
      if (line.startsWith("| `")) {
        listed.add(line.substring(3, line.indexOf('`', 3)));
      }
    }

    assertThat(listed).containsExactlyElementsOf(definedSteps());
  }

  private static TreeSet<String> definedSteps() throws IOException, URISyntaxException {
    TreeSet<String> steps = new TreeSet<>();
    for (Class<?> stepClass : stepClasses()) {
      for (Method method : stepClass.getDeclaredMethods()) {
        if (method.isAnnotationPresent(Given.class)) {
          steps.add(method.getAnnotation(Given.class).value());
        } else if (method.isAnnotationPresent(When.class)) {
          steps.add(method.getAnnotation(When.class).value());
        } else if (method.isAnnotationPresent(Then.class)) {
          steps.add(method.getAnnotation(Then.class).value());
        }
      }
    }
    return steps;
  }

  private static List<Class<?>> stepClasses() throws IOException, URISyntaxException {
    Path folder =
        Path.of(
            Objects.requireNonNull(StepVocabularyTest.class.getClassLoader().getResource(PACKAGE))
                .toURI());
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith("Steps.class"))
          .<Class<?>>map(name -> load(name.replace(".class", "")))
          .toList();
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(PACKAGE.replace('/', '.') + "." + name);
    } catch (ClassNotFoundException missing) {
      throw new IllegalStateException(missing);
    }
  }
}
