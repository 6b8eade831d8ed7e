package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.EventStream;
import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes answers of objects, in the version of the request and of kept bytes where possible. */
final class Answers {

  private static final String JSON = "application/json";

  private final Conversion conversion;

  Answers(Conversion conversion) {
    this.conversion = conversion;
  }

  ApiResponse object(
      int code, ServedResource resource, StoredObject stored, List<String> warnings) {
    return complete(code, conversion.json(stored, resource), warnings);
  }

  ApiResponse object(int code, ServedResource resource, ObjectNode object, List<String> warnings) {
    return complete(
        code,
        JsonMapper.shared().writeValueAsBytes(conversion.fromHub(object, resource)),
        warnings);
  }

  ApiResponse result(
      int code, ServedResource resource, Result result, List<String> decodingWarnings) {
    List<String> warnings = new ArrayList<>(decodingWarnings);
    warnings.addAll(result.warnings());
    return result instanceof Result.Stored kept
        ? object(code, resource, kept.stored(), warnings)
        : object(code, resource, result.object(), warnings);
  }

  ApiResponse list(ServedResource resource, Listing.Page page) {
    ObjectNode metadata = JsonNodeFactory.instance.objectNode();
    metadata.put("resourceVersion", Long.toString(page.version()));
    if (!page.continueToken().isEmpty()) {
      metadata.put("continue", page.continueToken());
    }
    page.remaining().ifPresent(count -> metadata.put("remainingItemCount", count));
    byte[] body =
        ListBody.of(resource, metadata.toString(), page.objects(), conversion.json(resource));
    return complete(200, body, List.of());
  }

  ApiResponse scale(int code, ObjectNode scale) {
    return complete(code, JsonMapper.shared().writeValueAsBytes(scale), List.of());
  }

  ApiResponse success(int code) {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
    status.put("status", "Success");
    if (code != 200) {
      status.put("code", code);
    }
    return complete(code, JsonMapper.shared().writeValueAsBytes(status), List.of());
  }

  ApiResponse deleted(Target target, ObjectNode object) {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
    status.put("status", "Success");
    ObjectNode details = status.putObject("details");
    details.put("name", target.name());
    if (!target.resource().resource().group().isEmpty()) {
      details.put("group", target.resource().resource().group());
    }
    details.put("kind", target.resource().resource().resource());
    details.put("uid", Metadata.of(object).uid());
    return complete(200, JsonMapper.shared().writeValueAsBytes(status), List.of());
  }

  ApiResponse stream(EventStream frames) {
    return new ApiResponse.Streaming(Map.of("Content-Type", List.of(JSON)), frames);
  }

  private static ApiResponse complete(int code, byte[] body, List<String> warnings) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    headers.put("Content-Type", List.of(JSON));
    if (!warnings.isEmpty()) {
      headers.put("Warning", warnings.stream().map(Answers::warning).toList());
    }
    return new ApiResponse.Complete(code, headers, body);
  }

  private static String warning(String text) {
    return "299 - \"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
