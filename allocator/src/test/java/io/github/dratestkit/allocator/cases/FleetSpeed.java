package io.github.dratestkit.allocator.cases;

import com.sun.management.ThreadMXBean;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Snapshot;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;

/** Prints what a large fleet costs: to build, to keep up to date, and to ask about. */
public final class FleetSpeed {

  private static final int RUNS = 100;

  /** Keeps results alive, so that nothing is optimised away. */
  private static Object kept = "";

  private interface Work {
    Object run(int turn);
  }

  private FleetSpeed() {}

  /** Takes the number of nodes and of devices on each. */
  public static void main(String[] arguments) {
    int nodes = Integer.parseInt(arguments[0]);
    int perNode = Integer.parseInt(arguments[1]);
    Fleet fleet = new Fleet(nodes, perNode);
    System.out.printf("%d nodes with %d devices, 100 shapes%n", nodes, perNode);
    System.out.printf("%-58s %10s %10s %10s %12s%n", "", "first ms", "best ms", "CPU ms", "bytes");
    measure("build the snapshot", turn -> fleet.snapshot());
    Snapshot snapshot = fleet.snapshot();
    ask("a verdict on every node, 8 of a class", fleet, snapshot, Fleet.claim(8));
    ResourceSlice[] last = fleet.slices().toArray(new ResourceSlice[0]);
    Snapshot[] current = {snapshot};
    measure(
        "update by one slice",
        turn -> {
          int node = turn * 37 % nodes;
          ResourceSlice next = fleet.slice(node, turn + 2);
          long start = System.nanoTime();
          current[0] = current[0].withSlice(next, last[node]);
          last[node] = next;
          return System.nanoTime() - start;
        });
    ask("a verdict on every node after the updates", fleet, current[0], Fleet.claim(8));
    ask(
        "a verdict on every node, with a selector of its own",
        fleet,
        snapshot,
        Fleet.claim(4, Fleet.attribute("model") + " == \"a100\""));
    ask(
        "a verdict on every node, 5 on one NUMA node",
        fleet,
        snapshot,
        Fleet.claimOnOne("numa", 5));
    Snapshot used = halfInUse(fleet, snapshot);
    ask("a verdict on every node, half of the devices in use", fleet, used, Fleet.claim(4));
    Allocator allocator = Allocator.of(snapshot, () -> "share");
    measure(
        "allocate on every node, one by one",
        turn -> {
          fleet
              .nodes()
              .forEach(
                  node ->
                      kept = allocator.allocate(node, List.of(Fleet.claim(4)), Budget.UNLIMITED));
          return kept;
        });
  }

  private static Snapshot halfInUse(Fleet fleet, Snapshot snapshot) {
    Allocator allocator = Allocator.of(snapshot, () -> "share");
    return snapshot.withAllocated(
        fleet.nodes().stream()
            .filter(node -> node.getMetadata().getName().hashCode() % 2 == 0)
            .map(node -> Audited.allocated(allocator, node, Fleet.claim(4)))
            .flatMap(List::stream)
            .toList());
  }

  private static void ask(String name, Fleet fleet, Snapshot snapshot, ResourceClaim claim) {
    Allocator allocator = Allocator.of(snapshot, () -> "share");
    measure(name, turn -> allocator.verdicts(fleet.nodes(), List.of(claim), Budget.UNLIMITED));
  }

  private static void measure(String name, Work work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long first = 0;
    long best = Long.MAX_VALUE;
    long ofThread = Long.MAX_VALUE;
    long bytes = Long.MAX_VALUE;
    for (int turn = 0; turn < RUNS; turn++) {
      long allocated = threads.getCurrentThreadAllocatedBytes();
      long startOfThread = threads.getCurrentThreadCpuTime();
      long start = System.nanoTime();
      kept = work.run(turn);
      long taken = kept instanceof Long measured ? measured : System.nanoTime() - start;
      first = turn == 0 ? taken : first;
      best = Math.min(best, taken);
      ofThread = Math.min(ofThread, threads.getCurrentThreadCpuTime() - startOfThread);
      bytes = Math.min(bytes, threads.getCurrentThreadAllocatedBytes() - allocated);
    }
    System.out.printf(
        Locale.ROOT,
        "%-58s %10.3f %10.3f %10.3f %12d%n",
        name,
        first / 1e6,
        best / 1e6,
        ofThread / 1e6,
        bytes);
  }
}
