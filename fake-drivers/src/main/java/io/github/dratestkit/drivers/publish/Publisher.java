package io.github.dratestkit.drivers.publish;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.apiserver.client.Writes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Brings the slices of one driver, on one node or for many, to what its pools say. It keeps nothing
 * between calls; what it finds in the API is what it starts from.
 */
public final class Publisher {

  private final Writes writes;
  private final String driver;
  private final Optional<Owner> owner;

  private Publisher(Writes writes, String driver, Optional<Owner> owner) {
    this.writes = writes;
    this.driver = driver;
    this.owner = owner;
  }

  /**
   * Returns the publisher of a driver on a node.
   *
   * @throws ApiException with code 404 if there is no such node
   */
  public static Publisher onNode(Writes writes, String driver, String node) {
    Node found =
        writes
            .get(Node.class, "", node)
            .orElseThrow(
                () ->
                    new ApiException(
                        404,
                        "NotFound",
                        "driver %s cannot publish for node \"%s\": there is no such node"
                            .formatted(driver, node)));
    return new Publisher(writes, driver, Optional.of(Owner.of(found)));
  }

  /** Returns the publisher of a driver whose slices belong to {@code owner}. */
  public static Publisher ownedBy(Writes writes, String driver, Owner owner) {
    return new Publisher(writes, driver, Optional.of(owner));
  }

  /** Returns the publisher of a driver for many nodes, whose slices belong to nobody. */
  public static Publisher forCluster(Writes writes, String driver) {
    return new Publisher(writes, driver, Optional.empty());
  }

  /**
   * Publishes these pools and takes back every other one of this driver and owner.
   *
   * @return what the server has dropped
   * @throws InvalidPoolException if a pool contradicts itself; nothing is written then
   * @throws ApiException if the server refuses a slice; what was sent before stays
   */
  public List<DroppedFields> publish(List<Pool> pools) {
    return begin(pools).finish().dropped();
  }

  /**
   * Plans the requests that {@link #publish} sends, for whoever sends them one by one.
   *
   * @throws InvalidPoolException if a pool contradicts itself
   */
  public Publication begin(List<Pool> pools) {
    PoolCheck.check(pools);
    Map<String, List<ResourceSlice>> existing = new HashMap<>();
    List<ResourceSlice> listed = published();
    for (ResourceSlice slice : listed) {
      existing
          .computeIfAbsent(slice.getSpec().getPool().getName(), name -> new ArrayList<>())
          .add(slice);
    }
    PoolPlan plan = new PoolPlan(new SliceWriter(driver, owner));
    List<SliceWrite> planned = new ArrayList<>();
    Set<String> wanted = new HashSet<>();
    for (Pool pool : pools) {
      wanted.add(pool.name());
      planned.addAll(plan.plan(pool, existing.getOrDefault(pool.name(), List.of())));
    }
    listed.stream()
        .filter(slice -> !wanted.contains(slice.getSpec().getPool().getName()))
        .forEach(slice -> planned.add(new SliceWrite.Delete(slice)));
    return new Publication(writes, planned);
  }

  /** Returns the slices of this driver and owner that are there now. */
  public List<ResourceSlice> published() {
    String selector = "spec.driver=" + driver;
    if (owner.filter(Owner::isNode).isPresent()) {
      selector += ",spec.nodeName=" + owner.get().name();
    } else {
      // Slices of the same driver on nodes are somebody else's.
      selector += ",spec.nodeName=";
    }
    return writes.list(ResourceSlice.class, "", FeedOptions.byField(selector));
  }

  /** Returns the slices of a pool as a fresh server would hold them, without names given by it. */
  public static List<ResourceSlice> preview(String driver, Optional<Owner> owner, Pool pool) {
    SliceWriter writer = new SliceWriter(driver, owner);
    long generation = Math.max(pool.generation(), 1);
    List<ResourceSlice> slices = new ArrayList<>();
    for (int index = 0; index < pool.slices().size(); index++) {
      slices.add(writer.create(pool, index, generation));
    }
    return slices;
  }
}
