import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Turns the field table into one compact resource with an index, from which each type is decoded
 * when it is first used. Run by the build: {@code CompileFieldTable IN OUT}.
 *
 * <p>Layout: the number of kinds, each as group, version, kind and type; the number of types, each
 * as name, offset and length; then the types. Texts are modified UTF-8 with a length.
 */
final class CompileFieldTable {

  private static final List<String> FLAGS = List.of("pointer", "omitempty", "omitzero", "required");
  private static final List<String> TEXTS =
      List.of(
          "name",
          "kind",
          "element",
          "key",
          "type",
          "format",
          "listType",
          "mapType",
          "patchStrategy",
          "patchMergeKey");

  public static void main(String[] arguments) throws IOException {
    JsonNode table = JsonMapper.shared().readTree(Files.readAllBytes(Path.of(arguments[0])));
    Map<String, byte[]> types = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> type : table.get("types").properties()) {
      types.put(type.getKey(), type(type.getValue()));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    writeKinds(table.get("kinds"), out);
    out.writeInt(types.size());
    int offset = 0;
    for (Map.Entry<String, byte[]> type : types.entrySet()) {
      out.writeUTF(type.getKey());
      out.writeInt(offset);
      out.writeInt(type.getValue().length);
      offset += type.getValue().length;
    }
    for (byte[] type : types.values()) {
      out.write(type);
    }
    Path target = Path.of(arguments[1]);
    Files.createDirectories(target.getParent());
    Files.write(target, bytes.toByteArray());
  }

  private static void writeKinds(JsonNode kinds, DataOutputStream out) throws IOException {
    out.writeInt(kinds.size());
    for (JsonNode kind : kinds) {
      for (String field : List.of("group", "version", "kind", "type")) {
        out.writeUTF(kind.get(field).asString());
      }
    }
  }

  private static byte[] type(JsonNode type) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeUTF(type.path("wire").asString(""));
    out.writeUTF(type.path("mapType").asString(""));
    JsonNode fields = type.path("fields");
    out.writeInt(fields.size());
    for (JsonNode field : fields) {
      for (String text : TEXTS) {
        out.writeUTF(field.path(text).asString(""));
      }
      out.writeInt(field.path("proto").asInt(0));
      int flags = 0;
      for (int i = 0; i < FLAGS.size(); i++) {
        flags |= field.path(FLAGS.get(i)).asBoolean(false) ? 1 << i : 0;
      }
      out.writeByte(flags);
      out.writeUTF(field.has("default") ? field.get("default").toString() : "");
      writeTexts(texts(field.path("enum")), out);
      writeTexts(texts(field.path("listMapKeys")), out);
    }
    return bytes.toByteArray();
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(item -> texts.add(item.asString()));
    return texts;
  }

  private static void writeTexts(List<String> texts, DataOutputStream out) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      out.writeUTF(text);
    }
  }

  private CompileFieldTable() {}
}
