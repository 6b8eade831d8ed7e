package io.github.dratestkit.apiserver.lint;

import io.github.dratestkit.apiserver.lint.LintFinding.Severity;
import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** How findings are written out. */
public enum LintFormat {
  /** For people, in lines of at most 80 characters. */
  TEXT {
    @Override
    public String write(List<LintFinding> findings) {
      return LintText.of(findings);
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
            .put("severity", level(finding.severity()))
            .put("file", finding.file())
            .put("line", finding.line())
            .put("column", finding.column())
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
      return MAPPER.writeValueAsString(Sarif.of(findings)) + "\n";
    }
  };

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** Returns the findings as text, ending in a line break. */
  public abstract String write(List<LintFinding> findings);

  /** Returns what rules there are, for people. */
  public static String describe(List<LintRule> rules) {
    return LintText.ofRules(rules);
  }

  static String level(Severity severity) {
    return switch (severity) {
      case ERROR -> "error";
      case WARNING -> "warning";
    };
  }
}
