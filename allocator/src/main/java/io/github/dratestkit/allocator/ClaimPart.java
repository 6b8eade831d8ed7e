package io.github.dratestkit.allocator;

/**
 * Something that a claim demands: a request, or a constraint over requests. What conflicts and what
 * is to be changed is named by it.
 */
public sealed interface ClaimPart {

  /** Returns the claim, {@code NAMESPACE/NAME}. */
  String claim();

  /**
   * A request or, as {@code request/subrequest}, an alternative of one.
   *
   * @param name as allocation results name it
   */
  record Request(String claim, String name) implements ClaimPart {
    @Override
    public String toString() {
      return "request " + name + " of claim " + claim;
    }
  }

  /**
   * A constraint.
   *
   * @param index its place in {@code spec.devices.constraints}
   * @param text what it says, such as {@code matchAttribute resource.kubernetes.io/pcieRoot}
   */
  record Constraint(String claim, int index, String text) implements ClaimPart {
    @Override
    public String toString() {
      return "constraint " + index + " (" + text + ") of claim " + claim;
    }
  }
}
