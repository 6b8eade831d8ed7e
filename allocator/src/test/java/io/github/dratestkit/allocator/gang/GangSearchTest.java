package io.github.dratestkit.allocator.gang;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirementBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Outcome;
import io.github.dratestkit.allocator.Snapshot;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Nodes have GPUs of their own; links are devices that several nodes reach. */
class GangSearchTest {

  private static final int ENOUGH = 200_000;

  /** What a member asks for. */
  private record Wish(int gpus, int links) {}

  /** What there is: GPUs by node, and for each link the nodes that reach it. */
  private record Hardware(List<Integer> gpus, List<Set<Integer>> links) {

    List<Node> nodes() {
      List<Node> nodes = new ArrayList<>();
      for (int i = 0; i < gpus.size(); i++) {
        nodes.add(
            new NodeBuilder()
                .withNewMetadata()
                .withName("node-" + i)
                .addToLabels("rack", "rack-" + i / 2)
                .addToLabels("number", String.valueOf(i))
                .endMetadata()
                .build());
      }
      return nodes;
    }

    Snapshot snapshot() {
      List<ResourceSlice> slices = new ArrayList<>();
      for (int i = 0; i < gpus.size(); i++) {
        List<Device> devices = new ArrayList<>();
        for (int j = 0; j < gpus.get(i); j++) {
          devices.add(new DeviceBuilder().withName("gpu-" + j).build());
        }
        slices.add(
            new ResourceSliceBuilder()
                .withNewMetadata()
                .withName("gpus-" + i)
                .endMetadata()
                .withNewSpec()
                .withDriver("gpu.example.com")
                .withNodeName("node-" + i)
                .withNewPool(1L, "node-" + i, 1L)
                .withDevices(devices)
                .endSpec()
                .build());
      }
      for (int i = 0; i < links.size(); i++) {
        slices.add(
            new ResourceSliceBuilder()
                .withNewMetadata()
                .withName("link-" + i)
                .endMetadata()
                .withNewSpec()
                .withDriver("link.example.com")
                .withNodeSelector(reachedFrom(links.get(i)))
                .withNewPool(1L, "link-" + i, 1L)
                .withDevices(new DeviceBuilder().withName("link").build())
                .endSpec()
                .build());
      }
      return Snapshot.builder(EnumSet.noneOf(AllocatorFeature.class))
          .slices(slices)
          .deviceClasses(List.of(deviceClass("gpu"), deviceClass("link")))
          .build();
    }
  }

  private static NodeSelector reachedFrom(Set<Integer> nodes) {
    return new NodeSelectorBuilder()
        .addNewNodeSelectorTerm()
        .withMatchExpressions(
            new NodeSelectorRequirementBuilder()
                .withKey("number")
                .withOperator("In")
                .withValues(nodes.stream().sorted().map(String::valueOf).toList())
                .build())
        .endNodeSelectorTerm()
        .build();
  }

  private static DeviceClass deviceClass(String name) {
    return new DeviceClassBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .addNewSelector()
        .withNewCel("device.driver == \"" + name + ".example.com\"")
        .endSelector()
        .endSpec()
        .build();
  }

  private static ResourceClaim claim(String name, Wish wish) {
    List<DeviceRequest> requests = new ArrayList<>();
    for (Map.Entry<String, Integer> one :
        List.of(Map.entry("gpu", wish.gpus()), Map.entry("link", wish.links()))) {
      if (one.getValue() > 0) {
        requests.add(
            new DeviceRequestBuilder()
                .withName(one.getKey())
                .withNewExactly()
                .withDeviceClassName(one.getKey())
                .withAllocationMode("ExactCount")
                .withCount((long) one.getValue())
                .endExactly()
                .build());
      }
    }
    return new ResourceClaimBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("default")
        .withUid(name)
        .endMetadata()
        .withNewSpec()
        .withNewDevices()
        .withRequests(requests)
        .endDevices()
        .endSpec()
        .build();
  }

  private static Gang gang(Wish... wishes) {
    List<Gang.Member> members = new ArrayList<>();
    for (int i = 0; i < wishes.length; i++) {
      members.add(new Gang.Member("pod-" + i, List.of(claim("claim-" + i, wishes[i]))));
    }
    return new Gang(members, List.of(), wishes.length, Optional.empty());
  }

  private static GangOutcome place(Hardware hardware, Gang gang) {
    return new GangSearch(hardware.snapshot(), Gang.Room.UNLIMITED)
        .place(gang, hardware.nodes(), ENOUGH);
  }

  private static List<String> nodesOf(GangOutcome outcome) {
    assertThat(outcome).isInstanceOf(GangOutcome.Placed.class);
    return ((GangOutcome.Placed) outcome)
        .placements().stream().map(one -> one.member().name() + " on " + one.node()).toList();
  }

  @Test
  void a_small_pod_leaves_the_large_node_to_the_large_pod() {
    Hardware hardware = new Hardware(List.of(2, 1), List.of());
    assertThat(nodesOf(place(hardware, gang(new Wish(1, 0), new Wish(2, 0)))))
        .containsExactly("pod-0 on node-1", "pod-1 on node-0");
  }

  @Test
  void a_pod_takes_another_link_than_the_only_one_of_its_neighbour() {
    Hardware hardware = new Hardware(List.of(1, 1), List.of(Set.of(0, 1), Set.of(0)));
    assertThat(nodesOf(place(hardware, gang(new Wish(1, 1), new Wish(1, 1))))).hasSize(2);
  }

  @Test
  void greedy_placement_fails_where_the_gang_fits() {
    Hardware hardware = new Hardware(List.of(1, 1), List.of(Set.of(0, 1), Set.of(0)));
    Gang gang = gang(new Wish(1, 1), new Wish(1, 1));
    assertThat(greedy(hardware, gang)).isFalse();
    assertThat(place(hardware, gang)).isInstanceOf(GangOutcome.Placed.class);
  }

  @Test
  void one_large_node_is_better_than_two_small_ones() {
    Hardware hardware = new Hardware(List.of(2, 2, 4), List.of());
    Gang gang = gang(new Wish(1, 0), new Wish(1, 0), new Wish(1, 0), new Wish(1, 0));
    assertThat(nodesOf(place(hardware, gang))).anyMatch(one -> one.endsWith("node-0"));
    FewestNodes fewest =
        new GangSearch(hardware.snapshot(), Gang.Room.UNLIMITED)
            .placeOnFewestNodes(gang, hardware.nodes(), ENOUGH);
    assertThat(fewest.proven()).isTrue();
    assertThat(nodesOf(fewest.outcome())).allMatch(one -> one.endsWith("node-2"));
  }

  @Test
  void no_placement_is_on_fewer_nodes_than_the_fewest() {
    Random random = new Random(11);
    for (int turn = 0; turn < 60; turn++) {
      List<Integer> gpus = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        gpus.add(random.nextInt(4));
      }
      int members = 1 + random.nextInt(5);
      Wish[] wishes = new Wish[members];
      Arrays.fill(wishes, new Wish(1, 0));
      Hardware hardware = new Hardware(gpus, List.of());
      FewestNodes fewest =
          new GangSearch(hardware.snapshot(), Gang.Room.UNLIMITED)
              .placeOnFewestNodes(gang(wishes), hardware.nodes(), ENOUGH);
      List<Integer> largestFirst = new ArrayList<>(gpus);
      largestFirst.sort((left, right) -> right - left);
      int left = members;
      int needed = 0;
      for (int i = 0; i < largestFirst.size() && left > 0; i++) {
        left -= largestFirst.get(i);
        needed++;
      }
      assertThat(fewest.proven()).as("%s for %s", members, gpus).isTrue();
      if (left > 0) {
        assertThat(fewest.outcome()).isInstanceOf(GangOutcome.NoPlacement.class);
      } else {
        assertThat(FewestNodes.nodesOf((GangOutcome.Placed) fewest.outcome()))
            .as("%s for %s", members, gpus)
            .isEqualTo(needed);
      }
    }
  }

  @Test
  void all_members_stay_in_one_rack_when_the_topology_says_so() {
    Hardware hardware = new Hardware(List.of(1, 0, 1, 1), List.of());
    Gang gang = gang(new Wish(1, 0), new Wish(1, 0));
    Gang inOneRack = new Gang(gang.members(), List.of(), 2, Optional.of("rack"));
    assertThat(nodesOf(place(hardware, inOneRack)))
        .containsExactlyInAnyOrder("pod-0 on node-2", "pod-1 on node-3");
  }

  @Test
  void as_many_members_as_possible_are_placed_but_not_fewer_than_the_minimum() {
    Hardware hardware = new Hardware(List.of(1, 1), List.of());
    List<Gang.Member> members = gang(new Wish(1, 0), new Wish(1, 0), new Wish(1, 0)).members();
    assertThat(nodesOf(place(hardware, new Gang(members, List.of(), 1, Optional.empty()))))
        .hasSize(2);
    assertThat(place(hardware, new Gang(members, List.of(), 3, Optional.empty())))
        .isInstanceOf(GangOutcome.NoPlacement.class);
  }

  @Test
  void a_claim_of_the_group_is_allocated_once_where_all_members_can_use_it() {
    Hardware hardware = new Hardware(List.of(1, 1), List.of(Set.of(0), Set.of(0, 1)));
    List<Gang.Member> members = gang(new Wish(1, 0), new Wish(1, 0)).members();
    Gang gang = new Gang(members, List.of(claim("shared", new Wish(0, 1))), 2, Optional.empty());
    GangOutcome outcome = place(hardware, gang);
    assertThat(nodesOf(outcome)).hasSize(2);
    assertThat(((GangOutcome.Placed) outcome).shared())
        .singleElement()
        .satisfies(
            shared ->
                assertThat(shared.getDevices().getResults().get(0).getPool()).isEqualTo("link-1"));
  }

  @Test
  void what_a_node_lacks_besides_devices_is_respected() {
    Hardware hardware = new Hardware(List.of(2, 2), List.of());
    Gang.Room onePerNode = (node, members) -> members.size() <= 1;
    GangOutcome outcome =
        new GangSearch(hardware.snapshot(), onePerNode)
            .place(gang(new Wish(1, 0), new Wish(1, 0)), hardware.nodes(), ENOUGH);
    assertThat(nodesOf(outcome)).containsExactly("pod-0 on node-0", "pod-1 on node-1");
  }

  @Test
  void one_member_too_many_is_refused_without_trying_every_division() {
    Hardware hardware = new Hardware(List.of(8, 8, 8, 8, 8, 8, 8, 8), List.of());
    Wish[] wishes = new Wish[65];
    Arrays.fill(wishes, new Wish(1, 0));
    assertThat(
            new GangSearch(hardware.snapshot(), Gang.Room.UNLIMITED)
                .place(gang(wishes), hardware.nodes(), 1_000))
        .isInstanceOf(GangOutcome.NoPlacement.class);
  }

  @Test
  void a_search_that_is_cut_short_claims_nothing() {
    Hardware hardware = new Hardware(List.of(2, 1), List.of());
    assertThat(
            new GangSearch(hardware.snapshot(), Gang.Room.UNLIMITED)
                .place(gang(new Wish(1, 0), new Wish(2, 0)), hardware.nodes(), 1))
        .isInstanceOf(GangOutcome.Undecided.class);
  }

  @Test
  void random_gangs_are_placed_exactly_when_trying_everything_finds_a_placement() {
    int better = 0;
    for (int seed = 0; seed < 400; seed++) {
      Random random = new Random(seed);
      List<Integer> gpus = random.ints(2 + random.nextInt(2), 0, 3).boxed().toList();
      List<Set<Integer>> links = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        Set<Integer> reach = new HashSet<>(Set.of(random.nextInt(gpus.size())));
        reach.add(random.nextInt(gpus.size()));
        links.add(reach);
      }
      Hardware hardware = new Hardware(gpus, links);
      Wish[] wishes = new Wish[2 + random.nextInt(3)];
      for (int i = 0; i < wishes.length; i++) {
        wishes[i] = new Wish(1 + random.nextInt(2), random.nextInt(2));
      }
      Gang gang = gang(wishes);
      GangOutcome outcome = place(hardware, gang);
      assertThat(outcome instanceof GangOutcome.Placed)
          .as("seed %s: %s for %s", seed, hardware, Arrays.toString(wishes))
          .isEqualTo(fits(hardware, wishes, 0, new int[gpus.size()], 0));
      if (outcome instanceof GangOutcome.Placed placed) {
        assertIsLegal(hardware, wishes, placed);
        better += greedy(hardware, gang) ? 0 : 1;
      }
    }
    assertThat(better).as("gangs that one pod after another would miss").isGreaterThan(5);
  }

  @Test
  void random_gangs_with_a_claim_of_their_own_are_placed_exactly_when_trying_everything_does() {
    int placements = 0;
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      List<Integer> gpus = random.ints(2 + random.nextInt(2), 0, 3).boxed().toList();
      List<Set<Integer>> links = new ArrayList<>();
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        Set<Integer> reach = new HashSet<>(Set.of(random.nextInt(gpus.size())));
        reach.add(random.nextInt(gpus.size()));
        links.add(reach);
      }
      Hardware hardware = new Hardware(gpus, links);
      Wish[] wishes = new Wish[2 + random.nextInt(2)];
      for (int i = 0; i < wishes.length; i++) {
        wishes[i] = new Wish(1, random.nextInt(2));
      }
      Gang gang =
          new Gang(
              gang(wishes).members(),
              List.of(claim("shared", new Wish(0, 1))),
              wishes.length,
              Optional.empty());
      boolean fits = false;
      for (int link = 0; link < links.size() && !fits; link++) {
        List<Integer> within = new ArrayList<>();
        for (int node = 0; node < gpus.size(); node++) {
          within.add(links.get(link).contains(node) ? gpus.get(node) : 0);
        }
        fits = fits(new Hardware(within, links), wishes, 0, new int[within.size()], 1 << link);
      }
      placements += fits ? 1 : 0;
      assertThat(place(hardware, gang) instanceof GangOutcome.Placed)
          .as("seed %s: %s for %s and a link for all", seed, hardware, Arrays.toString(wishes))
          .isEqualTo(fits);
    }
    assertThat(placements).isBetween(20, 180);
  }

  @Test
  void random_gangs_in_racks_are_as_large_as_the_best_rack_allows() {
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      List<Integer> gpus = random.ints(6, 0, 3).boxed().toList();
      Wish[] wishes = new Wish[1 + random.nextInt(5)];
      Arrays.fill(wishes, new Wish(1, 0));
      int least = 1 + random.nextInt(wishes.length);
      int best = 0;
      for (int rack = 0; rack < gpus.size(); rack += 2) {
        best = Math.max(best, gpus.get(rack) + gpus.get(rack + 1));
      }
      GangOutcome outcome =
          place(
              new Hardware(gpus, List.of()),
              new Gang(gang(wishes).members(), List.of(), least, Optional.of("rack")));
      assertThat(outcome instanceof GangOutcome.Placed placed ? placed.placements().size() : 0)
          .as("seed %s: %s of at least %s in %s", seed, wishes.length, least, gpus)
          .isEqualTo(best < least ? 0 : Math.min(best, wishes.length));
    }
  }

  @Test
  void a_gang_of_too_many_different_members_is_left_undecided() {
    List<Gang.Member> members = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      members.add(new Gang.Member("pod-" + i, List.of(claim("claim-" + i, new Wish(1, 0))), i));
    }
    assertThat(
            place(
                new Hardware(List.of(39), List.of()),
                new Gang(members, List.of(), 40, Optional.empty())))
        .isInstanceOf(GangOutcome.Undecided.class);
  }

  @Test
  void members_with_equal_claims_differ_in_what_else_they_need() {
    Hardware hardware = new Hardware(List.of(1, 1), List.of());
    ResourceClaim first = claim("first", new Wish(1, 0));
    ResourceClaim second = claim("second", new Wish(1, 0));
    Gang gang =
        new Gang(
            List.of(
                new Gang.Member("anywhere", List.of(first), "anywhere"),
                new Gang.Member("fixed", List.of(second), "fixed")),
            List.of(),
            2,
            Optional.empty());
    Gang.Room fixedOnFirst =
        (node, members) ->
            members.stream().noneMatch(member -> member.name().equals("fixed"))
                || node.getMetadata().getName().equals("node-0");
    assertThat(
            nodesOf(
                new GangSearch(hardware.snapshot(), fixedOnFirst)
                    .place(gang, hardware.nodes(), ENOUGH)))
        .containsExactly("anywhere on node-1", "fixed on node-0");
  }

  /** Tries every node and every set of links for one member after another. */
  private static boolean fits(Hardware hardware, Wish[] wishes, int next, int[] used, int taken) {
    if (next == wishes.length) {
      return true;
    }
    for (int node = 0; node < used.length; node++) {
      if (used[node] + wishes[next].gpus() > hardware.gpus().get(node)) {
        continue;
      }
      int[] more = used.clone();
      more[node] += wishes[next].gpus();
      if (wishes[next].links() == 0) {
        if (fits(hardware, wishes, next + 1, more, taken)) {
          return true;
        }
        continue;
      }
      for (int link = 0; link < hardware.links().size(); link++) {
        if ((taken & (1 << link)) == 0
            && hardware.links().get(link).contains(node)
            && fits(hardware, wishes, next + 1, more, taken | (1 << link))) {
          return true;
        }
      }
    }
    return false;
  }

  private static void assertIsLegal(Hardware hardware, Wish[] wishes, GangOutcome.Placed placed) {
    assertThat(placed.placements()).hasSameSizeAs(wishes);
    Set<String> taken = new HashSet<>();
    for (GangOutcome.Placement placement : placed.placements()) {
      int node = Integer.parseInt(placement.node().substring("node-".length()));
      for (AllocationResult result : placement.results()) {
        result
            .getDevices()
            .getResults()
            .forEach(
                device -> {
                  assertThat(taken.add(device.getPool() + "/" + device.getDevice())).isTrue();
                  if (device.getDriver().equals("gpu.example.com")) {
                    assertThat(device.getPool()).isEqualTo(placement.node());
                  } else {
                    int link = Integer.parseInt(device.getPool().substring("link-".length()));
                    assertThat(hardware.links().get(link)).contains(node);
                  }
                });
      }
    }
  }

  /** Places one pod after another on the first node where it fits, as a scheduler does. */
  private static boolean greedy(Hardware hardware, Gang gang) {
    Snapshot snapshot = hardware.snapshot();
    for (Gang.Member member : gang.members()) {
      boolean placed = false;
      for (Node node : hardware.nodes()) {
        Outcome outcome = Allocator.of(snapshot).allocate(node, member.claims(), Budget.UNLIMITED);
        if (outcome instanceof Outcome.Allocated allocated) {
          List<ResourceClaim> claims = new ArrayList<>();
          for (int i = 0; i < member.claims().size(); i++) {
            claims.add(
                new ResourceClaimBuilder(member.claims().get(i))
                    .withNewStatus()
                    .withAllocation(allocated.results().get(i))
                    .endStatus()
                    .build());
          }
          snapshot = snapshot.withAllocated(claims);
          placed = true;
          break;
        }
      }
      if (!placed) {
        return false;
      }
    }
    return true;
  }
}
