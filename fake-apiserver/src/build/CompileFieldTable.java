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
 * Turns {@code fields-*.json} into one indexed binary file, so that the server reads a type only
 * when it meets it. Run by the build: {@code CompileFieldTable IN OUT}.
 *
 * <p>The file holds, in this order: the texts; the kinds (group, version, kind, type); the types
 * (name, offset of its fields); the fields. A text is named by its place in the list of texts, a
 * type by its place in the list of types. {@code FieldTable} reads it.
 */
final class CompileFieldTable {

  private final Map<String, Integer> texts = new LinkedHashMap<>();
  private final Map<String, Integer> types = new LinkedHashMap<>();

  public static void main(String[] arguments) throws IOException {
    JsonNode table = JsonMapper.shared().readTree(Files.readAllBytes(Path.of(arguments[0])));
    Path target = Path.of(arguments[1]);
    Files.createDirectories(target.getParent());
    Files.write(target, new CompileFieldTable().compile(table));
  }

  private byte[] compile(JsonNode table) throws IOException {
    table.get("types").propertyNames().forEach(name -> types.put(name, types.size()));
    ByteArrayOutputStream fields = new ByteArrayOutputStream();
    DataOutputStream fieldsOut = new DataOutputStream(fields);
    List<Integer> offsets = new ArrayList<>();
    for (String name : types.keySet()) {
      offsets.add(fields.size());
      writeType(fieldsOut, table.get("types").get(name));
    }
    ByteArrayOutputStream kinds = new ByteArrayOutputStream();
    DataOutputStream kindsOut = new DataOutputStream(kinds);
    kindsOut.writeInt(table.get("kinds").size());
    for (JsonNode kind : table.get("kinds")) {
      writeText(kindsOut, kind.get("group").asString());
      writeText(kindsOut, kind.get("version").asString());
      writeText(kindsOut, kind.get("kind").asString());
      kindsOut.writeInt(types.get(kind.get("type").asString()));
    }
    ByteArrayOutputStream names = new ByteArrayOutputStream();
    DataOutputStream namesOut = new DataOutputStream(names);
    namesOut.writeInt(types.size());
    int place = 0;
    for (String name : types.keySet()) {
      writeText(namesOut, name);
      namesOut.writeInt(offsets.get(place++));
    }
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(whole);
    out.writeInt(texts.size());
    for (String text : texts.keySet()) {
      out.writeUTF(text);
    }
    kinds.writeTo(out);
    names.writeTo(out);
    fields.writeTo(out);
    return whole.toByteArray();
  }

  private void writeType(DataOutputStream out, JsonNode type) throws IOException {
    writeText(out, type.path("wire").asString(""));
    writeText(out, type.path("mapType").asString(""));
    writeText(out, type.path("union").isMissingNode() ? "" : type.get("union").toString());
    out.writeShort(type.path("fields").size());
    for (JsonNode field : type.path("fields")) {
      writeField(out, field);
    }
  }

  private void writeField(DataOutputStream out, JsonNode field) throws IOException {
    writeText(out, field.get("name").asString());
    out.writeInt(field.path("proto").asInt(0));
    writeText(out, field.get("kind").asString());
    writeText(out, field.path("element").asString(""));
    out.writeInt(types.getOrDefault(field.path("type").asString(""), -1));
    out.writeByte(
        flag(field, "pointer", 1)
            | flag(field, "omitempty", 2)
            | flag(field, "omitzero", 4)
            | flag(field, "required", 8));
    writeText(out, field.has("default") ? field.get("default").toString() : "");
    writeText(out, field.path("format").asString(""));
    writeText(out, field.path("listType").asString(""));
    writeText(out, field.path("mapType").asString(""));
    writeText(out, field.path("patchStrategy").asString(""));
    writeText(out, field.path("patchMergeKey").asString(""));
    writeTexts(out, field.path("listMapKeys"));
    writeTexts(out, field.path("enum"));
  }

  private static int flag(JsonNode field, String name, int bit) {
    return field.path(name).asBoolean(false) ? bit : 0;
  }

  private void writeTexts(DataOutputStream out, JsonNode list) throws IOException {
    out.writeByte(list.size());
    for (JsonNode text : list) {
      writeText(out, text.asString());
    }
  }

  private void writeText(DataOutputStream out, String text) throws IOException {
    out.writeShort(texts.computeIfAbsent(text, added -> texts.size()));
  }

  private CompileFieldTable() {}
}
