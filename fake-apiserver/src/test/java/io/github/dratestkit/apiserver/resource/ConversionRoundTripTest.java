package io.github.dratestkit.apiserver.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.codec.FieldValidation;
import io.github.dratestkit.apiserver.codec.ObjectCodec;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Takes objects from v1 to the other versions and back: nothing may be lost. */
class ConversionRoundTripTest {

  private static final int GENERATED = 500;
  private static final Map<String, String> PLURALS =
      Map.of(
          "ResourceClaim", "resourceclaims",
          "ResourceClaimTemplate", "resourceclaimtemplates",
          "ResourceSlice", "resourceslices",
          "DeviceClass", "deviceclasses");

  private final ObjectCodec codec = new ObjectCodec(Schema.builtIn());
  private final Map<GroupResource, Strategy> strategies =
      ResourceStrategies.all(FeatureSet.of(KubernetesVersion.LATEST));

  @Test
  void every_object_that_the_real_server_accepted_survives() {
    List<String> lost = new ArrayList<>();
    int objects = 0;
    for (CorpusEntry entry : CorpusEntry.of("mutations")) {
      JsonNode body = entry.steps().get(0).path("body");
      boolean accepted = entry.answers("all").get(0).path("code").asInt() == 201;
      boolean newest = body.path("apiVersion").asString("").equals("resource.k8s.io/v1");
      if (!accepted || !newest || !PLURALS.containsKey(body.path("kind").asString(""))) {
        continue;
      }
      objects++;
      if (!survives((ObjectNode) body)) {
        lost.add(entry.toString());
      }
    }
    assertThat(lost).isEmpty();
    assertThat(objects).isGreaterThan(500);
  }

  @Test
  void every_generated_object_survives() {
    Random random = new Random(20261130);
    for (int i = 0; i < GENERATED; i++) {
      ObjectNode object = new GeneratedObjects(random).next();
      assertThat(survives(object)).as(object.toString()).isTrue();
    }
  }

  private boolean survives(ObjectNode body) {
    ObjectNode original = decode(body, "v1");
    Strategy strategy =
        strategies.get(
            new GroupResource("resource.k8s.io", PLURALS.get(body.path("kind").asString())));
    boolean survives = true;
    for (String version : List.of("v1beta2", "v1beta1")) {
      ObjectNode converted = original.deepCopy();
      strategy.fromHub(converted, version);
      converted.put("apiVersion", "resource.k8s.io/" + version);
      ObjectNode seen = decode(codec.settle(converted), version);
      strategy.toHub(seen, version);
      seen.put("apiVersion", "resource.k8s.io/v1");
      ObjectNode back = decode(codec.settle(seen), "v1");
      survives &= SemanticEquality.same(codec.settle(original), codec.settle(back));
    }
    return survives;
  }

  private ObjectNode decode(ObjectNode object, String version) {
    GroupVersionKind kind =
        new GroupVersionKind("resource.k8s.io", version, object.path("kind").asString());
    ObjectNode plain = object.deepCopy();
    plain.put("apiVersion", kind.apiVersion());
    byte[] json = JsonMapper.shared().writeValueAsBytes(plain);
    return codec.decode(json, "application/json", kind, FieldValidation.IGNORE).object();
  }
}
