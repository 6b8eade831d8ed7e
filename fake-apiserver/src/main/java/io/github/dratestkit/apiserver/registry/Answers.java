package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.EventStream;
import io.github.dratestkit.apiserver.status.WarningHeader;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes the answers to one request, in the form that it wants. */
final class Answers {

  private final Rendering rendering;

  Answers(Rendering rendering) {
    this.rendering = rendering;
  }

  ApiResponse object(int code, StoredObject stored, List<String> warnings) {
    return complete(code, rendering.object(stored), warnings);
  }

  ApiResponse object(int code, ObjectNode object, List<String> warnings) {
    return complete(code, rendering.object(object), warnings);
  }

  ApiResponse result(int code, Result result, List<String> decodingWarnings) {
    List<String> warnings = new ArrayList<>(decodingWarnings);
    warnings.addAll(result.warnings());
    return result instanceof Result.Stored kept
        ? object(code, kept.stored(), warnings)
        : object(code, result.object(), warnings);
  }

  ApiResponse list(Listing.Page page, List<String> warnings) {
    ObjectNode metadata = JsonNodeFactory.instance.objectNode();
    if (page.version() > 0) {
      metadata.put("resourceVersion", Long.toString(page.version()));
    }
    if (!page.continueToken().isEmpty()) {
      metadata.put("continue", page.continueToken());
    }
    page.remaining().ifPresent(count -> metadata.put("remainingItemCount", count));
    return complete(200, rendering.list(page, metadata), warnings);
  }

  /** Answers with an object of another kind than the resource's, such as a Scale. */
  ApiResponse foreign(int code, ObjectNode object, List<String> warnings) {
    return complete(code, rendering.other(object), warnings);
  }

  ApiResponse success(int code) {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
    status.put("status", "Success");
    if (code != 200) {
      status.put("code", code);
    }
    return complete(code, rendering.other(status), List.of());
  }

  ApiResponse deleted(Target target, ObjectNode object, List<String> warnings) {
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
    return complete(200, rendering.other(status), warnings);
  }

  FrameWriter frames() {
    return rendering.frames();
  }

  /** Answers with a stream. No cache keeps it. */
  ApiResponse stream(EventStream frames) {
    return new ApiResponse.Streaming(
        Map.of(
            "Content-Type",
            List.of(rendering.streamType()),
            "Cache-Control",
            List.of("no-cache, private")),
        frames);
  }

  private ApiResponse complete(int code, byte[] body, List<String> warnings) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    headers.put("Content-Type", List.of(rendering.contentType()));
    if (!warnings.isEmpty()) {
      headers.put(WarningHeader.NAME, warnings.stream().map(WarningHeader::of).toList());
    }
    return new ApiResponse.Complete(code, headers, body);
  }
}
