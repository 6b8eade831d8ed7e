package io.github.dratestkit.allocator.audit;

/**
 * A rule that an allocation breaks.
 *
 * @param rule the rule
 * @param claim namespace and name of the claim
 * @param subject the request or device that breaks it
 * @param message what is wrong, and what would be right
 */
public record Violation(Rule rule, String claim, String subject, String message) {

  /** The rules that are checked. */
  public enum Rule {
    /** A result names a request or sub-request of its claim. */
    KNOWN_REQUEST,
    /** A request gets as many devices as it asks for, all by one alternative. */
    COUNT,
    /** A request for all devices gets every device that matches. */
    ALL_DEVICES,
    /** A claim has at most 32 results. */
    MOST_RESULTS,
    /** A device is published in the newest generation of a whole pool without contradictions. */
    PUBLISHED,
    /** A device can be reached from the node, and the allocation says from where. */
    NODE,
    /** A device matches all selectors of its class and request. */
    SELECTOR,
    /** A device's taints are tolerated. */
    TAINT,
    /** A device needs no feature that is off. */
    FEATURE,
    /** A device is allocated once, unless it allows several allocations or access is for admins. */
    EXCLUSIVE_USE,
    /** A result has administrative access if and only if it was asked for. */
    ADMIN_ACCESS,
    /** A result repeats what the device or request says. */
    COPIED_FIELD,
    /** A share takes the amounts that the device's policy says. */
    CAPACITY_AMOUNT,
    /** All shares of a device together take no more than there is. */
    CAPACITY_TOTAL,
    /** All devices of a pool together draw no more than its counters have. */
    COUNTER,
    /** Devices that draw from one counter set have a compatibility group in common, or all none. */
    COMPATIBILITY_GROUP,
    /** Devices satisfy the constraints of their claim. */
    CONSTRAINT,
    /** Configuration comes from the chosen classes and the claim, for the right requests. */
    CONFIGURATION
  }

  @Override
  public String toString() {
    return rule + ": claim " + claim + ", " + subject + ": " + message;
  }
}
