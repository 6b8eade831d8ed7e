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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Takes objects through every version of the API and back: nothing may be lost. */
class ConversionRoundTripTest {

  private static final String GROUP = "resource.k8s.io";
  private static final int GENERATED = 200;
  private static final List<String> STABLE = List.of("v1", "v1beta2", "v1beta1");
  private static final Map<String, List<String>> VERSIONS =
      Map.of(
          "ResourceClaim", STABLE,
          "ResourceClaimTemplate", STABLE,
          "ResourceSlice", STABLE,
          "DeviceClass", STABLE,
          "DeviceTaintRule", List.of("v1", "v1beta2", "v1alpha3"),
          "ResourcePoolStatusRequest", List.of("v1alpha3"));

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
      if (!accepted || !body.path("apiVersion").asString("").equals(GROUP + "/v1")) {
        continue;
      }
      objects++;
      loss((ObjectNode) body, "v1").ifPresent(loss -> lost.add(entry + loss));
    }
    assertThat(lost).isEmpty();
    assertThat(objects).isGreaterThan(500);
  }

  @ParameterizedTest
  @CsvSource({
    "ResourceClaim",
    "ResourceClaimTemplate",
    "ResourceSlice",
    "DeviceClass",
    "DeviceTaintRule",
    "ResourcePoolStatusRequest"
  })
  void every_field_of_every_version_survives_in_generated_objects(String kind) {
    GeneratedObjects objects = new GeneratedObjects(new Random(20261130));
    Set<String> possible = new TreeSet<>();
    for (String version : VERSIONS.get(kind)) {
      GroupVersionKind written = new GroupVersionKind(GROUP, version, kind);
      possible.addAll(GeneratedObjects.possible(written));
      for (int i = 0; i < GENERATED; i++) {
        ObjectNode object = objects.next(written);
        assertThat(loss(object, version)).as("%s", object).isEmpty();
      }
    }
    assertThat(objects.made()).isEqualTo(possible);
  }

  /** Says what is lost when an object is stored, read in each version and sent back. */
  private Optional<String> loss(ObjectNode body, String written) {
    String kind = body.path("kind").asString();
    ObjectNode original = decode(body, written);
    ObjectNode stored = toHub(original, written);
    ObjectNode again = fromHub(stored, kind, written);
    if (!same(original, again)) {
      return Optional.of(" is read as " + again);
    }
    for (String read : VERSIONS.get(kind)) {
      ObjectNode back = toHub(fromHub(stored, kind, read), read);
      if (!same(stored, back)) {
        return Optional.of(" comes back from " + read + " as " + back + "\nand was " + stored);
      }
    }
    return Optional.empty();
  }

  private ObjectNode toHub(ObjectNode object, String version) {
    String kind = object.path("kind").asString();
    String hub = VERSIONS.get(kind).get(0);
    ObjectNode stored = object.deepCopy();
    strategy(kind).toHub(stored, version);
    stored.put("apiVersion", GROUP + "/" + hub);
    return decode(codec.settle(stored), hub);
  }

  private ObjectNode fromHub(ObjectNode stored, String kind, String version) {
    ObjectNode seen = stored.deepCopy();
    strategy(kind).fromHub(seen, version);
    seen.put("apiVersion", GROUP + "/" + version);
    return decode(codec.settle(seen), version);
  }

  private boolean same(ObjectNode one, ObjectNode other) {
    ObjectNode left = one.deepCopy();
    ObjectNode right = other.deepCopy();
    left.remove("apiVersion");
    right.remove("apiVersion");
    return SemanticEquality.same(left, right);
  }

  private Strategy strategy(String kind) {
    String plural = kind.toLowerCase(Locale.ROOT) + (kind.endsWith("s") ? "es" : "s");
    return strategies.get(new GroupResource(GROUP, plural));
  }

  private ObjectNode decode(ObjectNode object, String version) {
    GroupVersionKind kind = new GroupVersionKind(GROUP, version, object.path("kind").asString());
    ObjectNode plain = object.deepCopy();
    plain.put("apiVersion", kind.apiVersion());
    byte[] json = JsonMapper.shared().writeValueAsBytes(plain);
    return codec.decode(json, "application/json", kind, FieldValidation.IGNORE).object();
  }
}
