package io.github.dratestkit.apiserver.describe;

import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * OpenAPI v2 without any type. kubectl asks for it when version 3 cannot help: before it applies a
 * {@code List}, or a kind that nobody serves. It skips its own validation of types that it does not
 * find there, and leaves it to the server, which is what both cases need.
 */
final class OpenApiV2 {

  // Clients ask for it with an @ before the version, which a Content-Type must not have.
  private static final String PROTOBUF =
      "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
  private static final String SWAGGER = "2.0";
  private static final String TITLE = "Kubernetes";

  private final String version;

  OpenApiV2(String version) {
    this.version = version;
  }

  ApiResponse answer(ApiRequest request) {
    boolean protobuf = request.header("accept").orElse("").contains("proto-openapi.spec.v2");
    return protobuf
        ? new ApiResponse.Complete(200, Map.of("Content-Type", List.of(PROTOBUF)), protobuf())
        : new ApiResponse.Complete(
            200, Map.of("Content-Type", List.of("application/json")), json());
  }

  private byte[] json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("swagger", SWAGGER);
    document.putObject("info").put("title", TITLE).put("version", version);
    document.putObject("paths");
    return JsonMapper.shared().writeValueAsBytes(document);
  }

  // openapi.v2.Document{1: swagger, 2: Info{1: title, 2: version}, 8: Paths{}}
  private byte[] protobuf() {
    ByteArrayOutputStream info = new ByteArrayOutputStream();
    field(info, 1, TITLE.getBytes(StandardCharsets.UTF_8));
    field(info, 2, version.getBytes(StandardCharsets.UTF_8));
    ByteArrayOutputStream document = new ByteArrayOutputStream();
    field(document, 1, SWAGGER.getBytes(StandardCharsets.UTF_8));
    field(document, 2, info.toByteArray());
    field(document, 8, new byte[0]);
    return document.toByteArray();
  }

  // Every length here is below 128 and so takes one byte.
  private static void field(ByteArrayOutputStream out, int number, byte[] content) {
    out.write(number << 3 | 2);
    out.write(content.length);
    out.writeBytes(content);
  }
}
