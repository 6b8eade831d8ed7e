package io.github.dratestkit.allocator.gang;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.List;
import java.util.Optional;

/**
 * What is to be placed together.
 *
 * @param members pods, in the order in which they are queued
 * @param shared claims of the group, which all members use; without an allocation
 * @param minCount how many members must be placed for any to be
 * @param topologyKey a node label of which all placed members must see the same value (a rack, an
 *     NVLink domain), if there is such a constraint
 */
public record Gang(
    List<Member> members, List<ResourceClaim> shared, int minCount, Optional<String> topologyKey) {

  /**
   * A pod.
   *
   * @param claims its own claims, without an allocation
   * @param likeness what else decides where it can be: members with equal claims and likeness are
   *     interchangeable
   */
  public record Member(String name, List<ResourceClaim> claims, Object likeness) {
    public Member {
      claims = List.copyOf(claims);
    }

    /** A pod that asks for nothing but devices. */
    public Member(String name, List<ResourceClaim> claims) {
      this(name, claims, "");
    }
  }

  /** What a node has room for besides devices: cores, memory, affinity, and so on. */
  @FunctionalInterface
  public interface Room {

    /** Room for anything. */
    Room UNLIMITED = (node, members) -> true;

    /** Says whether the node could run all these members if they got their devices. */
    boolean on(Node node, List<Member> members);
  }

  public Gang {
    members = List.copyOf(members);
    shared = List.copyOf(shared);
    if (minCount < 1 || minCount > members.size()) {
      throw new IllegalArgumentException(
          "minCount is " + minCount + ", but must be from 1 to the " + members.size() + " members");
    }
  }
}
