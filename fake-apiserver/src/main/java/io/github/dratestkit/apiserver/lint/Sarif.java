package io.github.dratestkit.apiserver.lint;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Findings as SARIF 2.1.0 (OASIS standard): every rule with its help, every finding with its
 * region.
 */
final class Sarif {

  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  private Sarif() {}

  static ObjectNode of(List<LintFinding> findings) {
    ObjectNode log = JsonNodeFactory.instance.objectNode();
    log.put("$schema", SCHEMA).put("version", "2.1.0");
    ObjectNode run = log.putArray("runs").addObject();
    ObjectNode driver = run.putObject("tool").putObject("driver").put("name", "dra lint");
    Map<String, Integer> places = rules(driver.putArray("rules"));
    run.put("columnKind", "unicodeCodePoints");
    ArrayNode results = run.putArray("results");
    findings.forEach(
        finding -> result(results.addObject(), finding, places.getOrDefault(finding.rule(), -1)));
    return log;
  }

  private static Map<String, Integer> rules(ArrayNode described) {
    Map<String, Integer> places = new HashMap<>();
    for (LintRule rule : Lint.rules()) {
      places.put(rule.id(), described.size());
      ObjectNode one = described.addObject().put("id", rule.id());
      one.putObject("shortDescription").put("text", sentence(rule.id().replace('-', ' ')));
      one.putObject("fullDescription").put("text", sentence(rule.reason()));
      one.putObject("help").put("text", sentence(rule.fix()));
      one.putObject("defaultConfiguration").put("level", LintFormat.level(rule.severity()));
    }
    return places;
  }

  private static void result(ObjectNode result, LintFinding finding, int rule) {
    result.put("ruleId", finding.rule()).put("ruleIndex", rule);
    result.put("level", LintFormat.level(finding.severity()));
    String where =
        finding.field().isEmpty() ? finding.object() : finding.object() + " " + finding.field();
    result
        .putObject("message")
        .put("text", where + ": " + finding.message() + "\nFix: " + finding.fix());
    ObjectNode location = result.putArray("locations").addObject();
    ObjectNode place = location.putObject("physicalLocation");
    place.putObject("artifactLocation").put("uri", uri(finding.file()));
    place.putObject("region").put("startLine", finding.line()).put("startColumn", finding.column());
    location
        .putArray("logicalLocations")
        .addObject()
        .put("fullyQualifiedName", where)
        .put("kind", "object");
  }

  /** Returns a file as a reference relative to the working directory, or as an absolute one. */
  private static String uri(String file) {
    String path = file.replace('\\', '/').replace("<stdin>", "stdin");
    try {
      return path.startsWith("/")
          ? new URI("file", "", path, null).toASCIIString()
          : new URI(null, null, path.contains(":") ? "./" + path : path, null).toASCIIString();
    } catch (URISyntaxException impossible) {
      throw new IllegalArgumentException(file + " cannot be written as a reference", impossible);
    }
  }

  private static String sentence(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
  }
}
