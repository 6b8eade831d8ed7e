package io.github.dratestkit.apiserver.codec;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.StreamDataWriter;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.emitter.Emitter;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.ImplicitTuple;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.events.StreamEndEvent;
import org.snakeyaml.engine.v2.events.StreamStartEvent;
import tools.jackson.databind.JsonNode;

/**
 * Writes YAML as Go's library does (goyaml.v2 behind sigs.k8s.io/yaml): keys sorted, lines folded
 * at 80 columns, text of several lines as a block, double quotes around what would be read as
 * another type, and single quotes where only the syntax needs some.
 */
final class YamlWriter {

  private static final int WIDTH = 80;
  private static final ImplicitTuple IMPLICIT = new ImplicitTuple(true, true);

  // YAML 1.1, in which y and on are booleans.
  private static final Pattern OTHER_TYPE =
      Pattern.compile(
          "|~|null|Null|NULL|y|Y|yes|Yes|YES|on|On|ON|n|N|no|No|NO|off|Off|OFF|true|True|TRUE|false"
              + "|False|FALSE|<<|[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)"
              + "|[-+]?(0b[01_]+|0x[0-9a-fA-F_]+|0o?[0-7_]+|[0-9][0-9_]*)"
              + "|[-+]?([0-9][0-9_]*\\.?[0-9_]*|\\.[0-9_]+)([eE][-+]?[0-9]+)?"
              + "|\\d{4}-\\d\\d?-\\d\\d?([Tt ].*)?");

  private final Emitter emitter;

  private YamlWriter(Emitter emitter) {
    this.emitter = emitter;
  }

  static String write(JsonNode tree) {
    StringBuilder text = new StringBuilder();
    StreamDataWriter out =
        new StreamDataWriter() {
          @Override
          public void write(String part) {
            text.append(part);
          }

          @Override
          public void write(String part, int from, int length) {
            text.append(part, from, from + length);
          }
        };
    Emitter emitter = new Emitter(DumpSettings.builder().setWidth(WIDTH).build(), out);
    emitter.emit(new StreamStartEvent());
    emitter.emit(new DocumentStartEvent(false, Optional.empty(), Map.of()));
    new YamlWriter(emitter).emit(tree);
    emitter.emit(new DocumentEndEvent(false));
    emitter.emit(new StreamEndEvent());
    return text.toString();
  }

  private void emit(JsonNode node) {
    if (node.isObject()) {
      FlowStyle style = node.isEmpty() ? FlowStyle.FLOW : FlowStyle.BLOCK;
      emitter.emit(new MappingStartEvent(Optional.empty(), Optional.empty(), true, style));
      Map<String, JsonNode> sorted = new TreeMap<>();
      node.forEachEntry(sorted::put);
      sorted.forEach(
          (key, value) -> {
            emit(key, OTHER_TYPE.matcher(key).matches() && !key.equals("."));
            emit(value);
          });
      emitter.emit(new MappingEndEvent());
    } else if (node.isArray()) {
      FlowStyle style = node.isEmpty() ? FlowStyle.FLOW : FlowStyle.BLOCK;
      emitter.emit(new SequenceStartEvent(Optional.empty(), Optional.empty(), true, style));
      node.forEach(this::emit);
      emitter.emit(new SequenceEndEvent());
    } else if (node.isString()) {
      emit(node.stringValue(), OTHER_TYPE.matcher(node.stringValue()).matches());
    } else {
      emit(node.toString(), false);
    }
  }

  private void emit(String text, boolean ambiguous) {
    ScalarStyle style = text.indexOf('\n') >= 0 ? ScalarStyle.LITERAL : ScalarStyle.PLAIN;
    emitter.emit(
        new ScalarEvent(
            Optional.empty(),
            Optional.empty(),
            IMPLICIT,
            text,
            ambiguous ? ScalarStyle.DOUBLE_QUOTED : style));
  }
}
