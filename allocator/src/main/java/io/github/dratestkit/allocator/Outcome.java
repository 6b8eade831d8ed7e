package io.github.dratestkit.allocator;

import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import java.util.List;
import java.util.function.Supplier;

/**
 * What became of one attempt to allocate claims on one node. The classes are upstream's (semantics
 * §4.0): a scheduler reacts to each in its own way.
 */
public sealed interface Outcome {

  /** Returns what computes the explanation, so that nobody pays for one that is not read. */
  Supplier<Explanation> why();

  /** Returns why, as a tree that a person or a program can read. */
  default Explanation explanation() {
    return why().get();
  }

  /** Returns the word for this class of outcome that the oracle's answers use. */
  String word();

  /**
   * Returns the words in which the scheduler of Kubernetes reports this of a node (dynamicresources
   * plugin, 1.37); empty if the claims fit.
   */
  String statusText(String node);

  /** Returns the number of search steps, counted as upstream counts them. */
  long steps();

  /** The claims fit: one result for each, in the order of the claims. */
  record Allocated(List<AllocationResult> results, Supplier<Explanation> why, long steps)
      implements Outcome {
    public Allocated {
      results = List.copyOf(results);
    }

    @Override
    public String word() {
      return "allocated";
    }

    @Override
    public String statusText(String node) {
      return "";
    }
  }

  /** This node cannot satisfy the claims now; another one may. */
  record Unfit(Supplier<Explanation> why, long steps) implements Outcome {
    @Override
    public String word() {
      return "unfit";
    }

    @Override
    public String statusText(String node) {
      return "cannot allocate all claims";
    }
  }

  /** The search failed and some pool of this node is invalid: only this node is ruled out. */
  record NodeError(String message, Supplier<Explanation> why, long steps) implements Outcome {
    @Override
    public String word() {
      return "nodeError";
    }

    @Override
    public String statusText(String node) {
      return message;
    }
  }

  /** The input is wrong; the whole scheduling attempt of the pod ends. */
  record Fatal(String message, Supplier<Explanation> why, long steps) implements Outcome {
    @Override
    public String word() {
      return "fatal";
    }

    @Override
    public String statusText(String node) {
      return message;
    }
  }

  /** The budget ended the search before it found an answer. */
  record Stopped(Budget.Verdict verdict, Supplier<Explanation> why, long steps) implements Outcome {
    @Override
    public String word() {
      return "timeout";
    }

    @Override
    public String statusText(String node) {
      return "node " + node + ": timed out trying to allocate devices";
    }
  }
}
