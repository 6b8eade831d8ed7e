package io.github.dratestkit.apiserver.lint;

import io.github.dratestkit.apiserver.lint.LintFinding.Severity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** How findings are written out. */
public enum LintFormat {
  /** For people: one finding in three lines. */
  TEXT {
    @Override
    public String write(List<LintFinding> findings) {
      StringBuilder text = new StringBuilder();
      for (LintFinding finding : findings) {
        text.append(finding.file()).append(':').append(finding.line()).append(": ");
        text.append(level(finding)).append(": ").append(finding.object()).append(": ");
        if (!finding.field().isEmpty()) {
          text.append(finding.field()).append(": ");
        }
        text.append(finding.message()).append(" [").append(finding.rule()).append("]\n");
        text.append("    why: ").append(finding.reason()).append('\n');
        text.append("    fix: ").append(finding.fix()).append('\n');
      }
      long errors =
          findings.stream().filter(finding -> finding.severity() == Severity.ERROR).count();
      return text.append(errors)
          .append(errors == 1 ? " error, " : " errors, ")
          .append(findings.size() - errors)
          .append(findings.size() - errors == 1 ? " warning\n" : " warnings\n")
          .toString();
    }
  },

  /** For programs: an array of objects. */
  JSON {
    @Override
    public String write(List<LintFinding> findings) {
      ArrayNode all = MAPPER.createArrayNode();
      for (LintFinding finding : findings) {
        all.addObject()
            .put("rule", finding.rule())
            .put("severity", level(finding))
            .put("file", finding.file())
            .put("line", finding.line())
            .put("object", finding.object())
            .put("field", finding.field())
            .put("message", finding.message())
            .put("reason", finding.reason())
            .put("fix", finding.fix());
      }
      return MAPPER.writeValueAsString(all) + "\n";
    }
  },

  /** For code hosts and editors: SARIF 2.1.0. */
  SARIF {
    @Override
    public String write(List<LintFinding> findings) {
      ObjectNode log = MAPPER.createObjectNode();
      log.put("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
      log.put("version", "2.1.0");
      ObjectNode run = log.putArray("runs").addObject();
      ObjectNode driver = run.putObject("tool").putObject("driver").put("name", "dra lint");
      Map<String, LintFinding> rules = new LinkedHashMap<>();
      findings.forEach(finding -> rules.putIfAbsent(finding.rule(), finding));
      ArrayNode described = driver.putArray("rules");
      rules
          .values()
          .forEach(
              rule -> {
                ObjectNode one = described.addObject().put("id", rule.rule());
                one.putObject("shortDescription").put("text", rule.reason());
                one.putObject("help").put("text", rule.fix());
              });
      ArrayNode results = run.putArray("results");
      for (LintFinding finding : findings) {
        ObjectNode result =
            results.addObject().put("ruleId", finding.rule()).put("level", level(finding));
        String where =
            finding.field().isEmpty() ? finding.object() : finding.object() + " " + finding.field();
        result.putObject("message").put("text", where + ": " + finding.message());
        ObjectNode place = result.putArray("locations").addObject().putObject("physicalLocation");
        place.putObject("artifactLocation").put("uri", finding.file());
        place.putObject("region").put("startLine", finding.line());
      }
      return MAPPER.writeValueAsString(log) + "\n";
    }
  };

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** Returns the findings as text, ending in a line break. */
  public abstract String write(List<LintFinding> findings);

  private static String level(LintFinding finding) {
    return switch (finding.severity()) {
      case ERROR -> "error";
      case WARNING -> "warning";
    };
  }
}
