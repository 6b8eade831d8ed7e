package io.github.dratestkit.drivers.kubelet;

import io.github.dratestkit.drivers.PreparedDevice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The file in which prepared claims outlive the kubelet. It stands where the real one stands, in a
 * form of our own.
 */
final class Checkpoint {

  private Checkpoint() {}

  static List<PreparedClaim> read(Path file) {
    if (!Files.exists(file)) {
      return List.of();
    }
    try {
      List<PreparedClaim> claims = new ArrayList<>();
      JsonMapper.shared()
          .readTree(Files.readString(file))
          .path("claims")
          .forEach(node -> claims.add(claim(node)));
      return claims;
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot read the checkpoint " + file, failure);
    }
  }

  static void write(Path file, Collection<PreparedClaim> claims) {
    ObjectNode state = JsonNodeFactory.instance.objectNode();
    ArrayNode list = state.putArray("claims");
    claims.forEach(claim -> write(claim, list.addObject()));
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
      Files.writeString(temporary, state.toPrettyString());
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot write the checkpoint " + file, failure);
    }
  }

  private static void write(PreparedClaim claim, ObjectNode node) {
    node.put("namespace", claim.namespace()).put("name", claim.name()).put("uid", claim.uid());
    node.put("prepared", claim.stage() == PreparedClaim.Stage.PREPARED);
    ArrayNode pods = node.putArray("pods");
    claim.pods().forEach(pods::add);
    ObjectNode drivers = node.putObject("drivers");
    claim
        .devices()
        .forEach(
            (driver, devices) -> {
              ArrayNode list = drivers.putArray(driver);
              devices.forEach(device -> write(device, list.addObject()));
            });
  }

  private static void write(PreparedDevice device, ObjectNode node) {
    node.put("pool", device.pool()).put("device", device.device());
    device.shareId().ifPresent(share -> node.put("share", share));
    ArrayNode requests = node.putArray("requests");
    device.requests().forEach(requests::add);
    ArrayNode ids = node.putArray("cdi");
    device.cdiDeviceIds().forEach(ids::add);
  }

  private static PreparedClaim claim(JsonNode node) {
    PreparedClaim claim =
        new PreparedClaim(
            node.path("namespace").asString(),
            node.path("name").asString(),
            node.path("uid").asString(),
            node.path("drivers").propertyNames());
    claim.pods().addAll(texts(node.path("pods")));
    node.path("drivers")
        .properties()
        .forEach(
            driver ->
                claim.setDevices(
                    driver.getKey(),
                    driver.getValue().valueStream().map(Checkpoint::device).toList()));
    if (node.path("prepared").asBoolean()) {
      claim.setStage(PreparedClaim.Stage.PREPARED);
    }
    return claim;
  }

  private static PreparedDevice device(JsonNode node) {
    return new PreparedDevice(
        texts(node.path("requests")),
        node.path("pool").asString(),
        node.path("device").asString(),
        texts(node.path("cdi")),
        Optional.ofNullable(node.get("share")).map(JsonNode::asString));
  }

  private static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asString).toList();
  }
}
