package io.github.dratestkit.apiserver.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.status.FieldError;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Rows A45 to A47 of the reference, and who is on the allocated node (KEP-4817, 1.37). */
class StatusAuthorityTest {

  private static final String ALLOCATION =
      """
      "allocation": {"devices": {"results": [{"request": "r", "driver": "d.example.com",
        "pool": "p", "device": "dev"}]}, "nodeSelector": {"nodeSelectorTerms": [{"matchFields": [
        {"key": "metadata.name", "operator": "In", "values": ["node-1"]}]}]}}
      """;
  private static final String DEVICE =
      "\"devices\": [{\"driver\": \"d.example.com\", \"pool\": \"p\", \"device\": \"dev\"}]";

  private final Strategy claims =
      ResourceStrategies.all(FeatureSet.of(KubernetesVersion.LATEST))
          .get(new GroupResource("resource.k8s.io", "resourceclaims"));

  @Test
  void allocation_needs_binding() {
    assertThat(refusals(claim(""), claim(ALLOCATION), new User("scheduler", "", "binding update")))
        .isEmpty();
    assertThat(refusals(claim(""), claim(ALLOCATION), new User("alice", "")))
        .containsExactly("FieldValueForbidden status.allocation");
  }

  @Test
  void deallocation_needs_no_driver_although_device_statuses_go() {
    ObjectNode old = claim(ALLOCATION + "," + DEVICE);
    ObjectNode next = claim(DEVICE);
    User scheduler = new User("scheduler", "", "binding update");
    claims.prepareForStatusUpdate(next, old, scheduler);

    assertThat(next.path("status").has("devices")).isFalse();
    assertThat(refusals(old, next, scheduler)).isEmpty();
  }

  @Test
  void device_status_needs_the_driver() {
    ObjectNode allocated = claim(ALLOCATION);
    ObjectNode reported = claim(ALLOCATION + "," + DEVICE);

    assertThat(refusals(allocated, reported, new User("alice", "")))
        .containsExactly("FieldValueForbidden status.devices");
    assertThat(refusals(reported, allocated, new User("alice", "")))
        .containsExactly("FieldValueForbidden status.devices");
    assertThat(
            refusals(
                allocated,
                reported,
                new User("alice", "", "driver arbitrary-node:update d.example.com")))
        .isEmpty();
  }

  @Test
  void associated_node_counts_only_for_a_service_account_on_that_node() {
    ObjectNode allocated = claim(ALLOCATION);
    ObjectNode reported = claim(ALLOCATION + "," + DEVICE);
    String grant = "driver associated-node:update d.example.com";
    String account = "system:serviceaccount:drivers:driver";

    assertThat(refusals(allocated, reported, new User(account, "node-1", grant))).isEmpty();
    assertThat(refusals(allocated, reported, new User(account, "node-2", grant))).hasSize(1);
    assertThat(refusals(allocated, reported, new User("alice", "node-1", grant))).hasSize(1);
  }

  @Test
  void unchanged_status_needs_nothing() {
    ObjectNode claim = claim(ALLOCATION + "," + DEVICE);

    assertThat(refusals(claim, claim.deepCopy(), new User("alice", ""))).isEmpty();
  }

  private List<String> refusals(ObjectNode old, ObjectNode next, User user) {
    return claims.validateStatusUpdate(next, old, user).stream()
        .map(StatusAuthorityTest::text)
        .toList();
  }

  private static String text(FieldError error) {
    return error.type().reason() + " " + error.field();
  }

  private static ObjectNode claim(String status) {
    return (ObjectNode)
        JsonMapper.shared()
            .readTree(
                """
                {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaim",
                 "metadata": {"name": "c", "namespace": "ns"},
                 "spec": {"devices": {"requests": [{"name": "r", "exactly": {
                   "deviceClassName": "c", "allocationMode": "ExactCount", "count": 1}}]}},
                 "status": {%s}}
                """
                    .formatted(status));
  }

  /** A user with grants, each a subresource, a verb and perhaps a name. */
  private record User(String name, String node, String... grants) implements WriteContext {
    @Override
    public FeatureSet features() {
      return FeatureSet.of(KubernetesVersion.LATEST);
    }

    @Override
    public Instant now() {
      return Instant.EPOCH;
    }

    @Override
    public String requestVersion() {
      return "v1";
    }

    @Override
    public String verb() {
      return "update";
    }

    @Override
    public Optional<ObjectNode> find(GroupResource resource, String namespace, String wanted) {
      return Optional.empty();
    }

    @Override
    public Iterable<ObjectNode> all(GroupResource resource) {
      return List.of();
    }

    @Override
    public Caller caller() {
      return new Caller(
          name, "", Set.of(), node.isEmpty() ? Map.of() : Map.of(Caller.NODE_NAME, List.of(node)));
    }

    @Override
    public Permission mayAlso(Access access) {
      String asked = (access.subresource() + " " + access.verb() + " " + access.name()).strip();
      return List.of(grants).contains(asked)
          ? Permission.GRANTED
          : new Permission(false, "no grant");
    }
  }
}
