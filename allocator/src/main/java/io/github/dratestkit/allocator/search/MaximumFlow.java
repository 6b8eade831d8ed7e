package io.github.dratestkit.allocator.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The largest flow through a small network, found by augmenting paths. */
final class MaximumFlow {

  /** A capacity that is never used up. */
  static final int UNLIMITED = 1 << 28;

  private record Edge(int to, int back) {}

  private final List<List<Integer>> edgesOf = new ArrayList<>();
  private final List<Edge> edges = new ArrayList<>();
  private int[] capacity = new int[64];

  /** Adds a node and returns its number. */
  int node() {
    edgesOf.add(new ArrayList<>());
    return edgesOf.size() - 1;
  }

  void edge(int from, int to, int limit) {
    int number = edges.size();
    if (number + 2 > capacity.length) {
      capacity = Arrays.copyOf(capacity, capacity.length * 2);
    }
    edges.add(new Edge(to, number + 1));
    capacity[number] = limit;
    edgesOf.get(from).add(number);
    edges.add(new Edge(from, number));
    capacity[number + 1] = 0;
    edgesOf.get(to).add(number + 1);
  }

  /** Says whether so much can flow from the source to the sink. */
  boolean reaches(int source, int sink, int wanted) {
    int flow = 0;
    while (flow < wanted) {
      int more = push(source, sink, wanted - flow, new boolean[edgesOf.size()]);
      if (more == 0) {
        return false;
      }
      flow += more;
    }
    return true;
  }

  private int push(int node, int sink, int limit, boolean[] seen) {
    if (node == sink) {
      return limit;
    }
    seen[node] = true;
    for (int number : edgesOf.get(node)) {
      Edge edge = edges.get(number);
      if (capacity[number] > 0 && !seen[edge.to]) {
        int pushed = push(edge.to, sink, Math.min(limit, capacity[number]), seen);
        if (pushed > 0) {
          capacity[number] -= pushed;
          capacity[edge.back] += pushed;
          return pushed;
        }
      }
    }
    return 0;
  }
}
