package io.github.dratestkit.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.allocator.version.Compatibility;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.ClusterConfig;
import io.github.dratestkit.apiserver.FakeApiServer;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.time.VirtualTimers;
import io.github.dratestkit.controlplane.run.Stepper;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The control plane gives the answers that the real one gave, over whole histories. */
class ConversationTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final YAMLMapper YAML = YAMLMapper.builder().build();

  private static final Map<String, Boolean> WORKLOAD_GATES =
      Map.of(
          "GenericWorkload", true,
          "DRAWorkloadResourceClaims", true,
          "TopologyAwareWorkloadScheduling", true);

  private static final Map<String, Boolean> POOL_GATES =
      Map.of("DRAResourcePoolStatus", true, "DRAPartitionableDevicesType", true);

  private static final Map<String, Boolean> ALPHA_GATES =
      Map.of(
          "GenericWorkload", true,
          "DRAWorkloadResourceClaims", true,
          "TopologyAwareWorkloadScheduling", true,
          "CompositePodGroup", true,
          "PodGroupPreemptionPolicy", true,
          "DRANodeAllocatableResources", true);

  /** Loops that know nothing which they could not learn again. */
  private static final Set<String> RESTARTED =
      Set.of("scheduler", "resourceclaim-controller", "garbage-collector-controller");

  @ParameterizedTest(name = "{0}")
  @MethodSource("defaultConversations")
  void answers_are_the_recorded_ones(Path conversation) throws IOException {
    assertThat(play(conversation, Map.of(), Set.of(), 1)).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("workloadConversations")
  void answers_to_gangs_are_the_recorded_ones(Path conversation) throws IOException {
    assertThat(play(conversation, WORKLOAD_GATES, Set.of(), 1)).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("poolConversations")
  void answers_about_pools_are_the_recorded_ones(Path conversation) throws IOException {
    assertThat(play(conversation, POOL_GATES, Set.of(), 1)).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("alphaConversations")
  void answers_to_what_is_alpha_are_the_recorded_ones(Path conversation) throws IOException {
    assertThat(play(conversation, ALPHA_GATES, Set.of(), 1)).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("nodeConversations")
  void nodes_live_as_the_recorded_ones(Path conversation) throws IOException {
    Set<String> loops = ControlPlane.select("*,node-lifecycle-controller");
    assertThat(play(conversation, Map.of(), loops, Set.of(), 1)).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("conversationsThatRestartsDoNotChange")
  void answers_are_the_same_when_loops_die_after_every_request(Path conversation)
      throws IOException {
    assertThat(play(conversation, Map.of(), RESTARTED, 2)).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("workloadConversations")
  void answers_to_gangs_are_the_same_when_loops_die_after_every_request(Path conversation)
      throws IOException {
    assertThat(play(conversation, WORKLOAD_GATES, RESTARTED, 2)).isEmpty();
  }

  static Stream<Path> defaultConversations() throws IOException, URISyntaxException {
    return conversations("default");
  }

  /**
   * What a loop forgets when it starts anew, as upstream's does: a claim controller, which claims
   * it made; a scheduler, that it waits for devices, which of two classes it has come to know, and
   * that a pod has been tried, which is then tried and told of again, and rests while one of lower
   * priority does not. A claim controller looks at all claims then, also at those of pods that do
   * not ask for them, and a garbage collector tells once more of what is out of order.
   */
  private static final Set<String> CHANGED_BY_RESTARTS =
      Set.of(
          "ctl-claim-from-template.yaml",
          "ctl-binding-fails.yaml",
          "ctl-binding-fails-shared.yaml",
          "ctl-binding-claim-deleted-waiting.yaml",
          "ctl-binding-extended-pod-deleted.yaml",
          "ctl-binding-pod-deleted.yaml",
          "ctl-binding-pod-deleted-at-once.yaml",
          "ctl-binding-pod-ended.yaml",
          "ctl-extended-loser-deleted.yaml",
          "ctl-extended-two-classes.yaml",
          "ctl-preemption-overtaken.yaml",
          "ctl-preemption-waits-for-graceful.yaml",
          "ctl-priority-first.yaml",
          "ctl-no-finalizer.yaml",
          "ctl-garbage-cluster-owner-missing.yaml");

  static Stream<Path> conversationsThatRestartsDoNotChange()
      throws IOException, URISyntaxException {
    return defaultConversations()
        .filter(file -> !CHANGED_BY_RESTARTS.contains(file.getFileName().toString()));
  }

  static Stream<Path> poolConversations() throws IOException, URISyntaxException {
    return conversations("pools");
  }

  static Stream<Path> alphaConversations() throws IOException, URISyntaxException {
    return conversations("alpha");
  }

  static Stream<Path> nodeConversations() throws IOException, URISyntaxException {
    return conversations("nodes");
  }

  static Stream<Path> workloadConversations() throws IOException, URISyntaxException {
    return conversations("workload");
  }

  private static List<String> play(
      Path file, Map<String, Boolean> gates, Set<String> dying, long seed) throws IOException {
    return play(file, gates, ControlPlane.names(), dying, seed);
  }

  private static List<String> play(
      Path file, Map<String, Boolean> gates, Set<String> loops, Set<String> dying, long seed)
      throws IOException {
    VirtualTimers timers = new VirtualTimers(Instant.parse("2026-11-30T12:00:00Z"));
    ClusterConfig config =
        ClusterConfig.builder(KubernetesVersion.LATEST)
            .featureGates(gates)
            .runtimeConfig(List.of("api/all=true"))
            .timers(timers)
            .seed(1)
            .build();
    try (FakeApiServer server = FakeApiServer.start(config);
        Stepper stepper = new Stepper(loops(server, timers, loops), timers, seed)) {
      JsonNode conversation = YAML.readTree(Files.readString(file));
      Path golden = file.resolveSibling(conversation.path("name").stringValue() + ".json");
      Runnable afterRequest = () -> loops(server, timers, dying).forEach(stepper::replace);
      return new ConversationPlayer(server.handler(), stepper, "replay-1", afterRequest)
          .play(conversation, JSON.readTree(Files.readString(golden)));
    }
  }

  private static List<Loop> loops(FakeApiServer server, VirtualTimers timers, Set<String> names) {
    return ControlPlane.loops(
        ApiAccess.of(server.handler()), server.features(), timers, names, Compatibility.UPSTREAM);
  }

  private static Stream<Path> conversations(String folder) throws IOException, URISyntaxException {
    Path root =
        Path.of(ConversationTest.class.getResource("/upstream/controlplane/" + folder).toURI());
    try (Stream<Path> files = Files.list(root)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
    }
  }
}
