package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Puts the body of a list together of kept bytes, copying each once. */
final class ListBody {

  private static final byte[] END = "]}".getBytes(StandardCharsets.UTF_8);

  private ListBody() {}

  static byte[] of(
      ServedResource resource,
      String metadata,
      List<StoredObject> objects,
      Function<StoredObject, byte[]> json) {
    String type = "\",\"apiVersion\":\"" + resource.kind().apiVersion() + "\",";
    byte[] start =
        bytes(
            "{\"kind\":\""
                + resource.listKind()
                + type
                + "\"metadata\":"
                + metadata
                + ",\"items\":[");
    byte[] itemType = bytes("{\"kind\":\"" + resource.kind().kind() + type);
    byte[][] items = new byte[objects.size()][];
    int length = start.length + END.length + Math.max(0, items.length - 1);
    for (int i = 0; i < items.length; i++) {
      items[i] = json.apply(objects.get(i));
      length += items[i].length - skipped(items[i], itemType);
    }
    byte[] body = new byte[length];
    int at = append(body, 0, start, 0);
    for (int i = 0; i < items.length; i++) {
      if (i > 0) {
        body[at++] = ',';
      }
      int skipped = skipped(items[i], itemType);
      at = append(body, at, items[i], skipped);
      body[at - items[i].length + skipped] = '{';
    }
    append(body, at, END, 0);
    return body;
  }

  // The items of a typed list do not say again of which kind they are: all but the last byte of the
  // type goes, and that byte becomes the brace.
  private static int skipped(byte[] item, byte[] type) {
    boolean typed =
        item.length > type.length && Arrays.equals(item, 0, type.length, type, 0, type.length);
    return typed ? type.length - 1 : 0;
  }

  private static int append(byte[] body, int at, byte[] part, int from) {
    System.arraycopy(part, from, body, at, part.length - from);
    return at + part.length - from;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
