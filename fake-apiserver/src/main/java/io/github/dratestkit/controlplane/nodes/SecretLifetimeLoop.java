package io.github.dratestkit.controlplane.nodes;

import io.fabric8.kubernetes.api.model.Node;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.Patch;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.util.List;

/**
 * The ttl controller: tells each kubelet in an annotation of its node for how many seconds it may
 * keep secrets and configuration, which is the longer the more nodes there are. Nodes learn of a
 * new length when they change next. Source: {@code pkg/controller/ttl/ttl_controller.go}, 1.37.
 */
public final class SecretLifetimeLoop extends ReconcilingLoop<String> {

  private static final String LIFETIME = "node.alpha.kubernetes.io/ttl";

  /** Sizes of a cluster that overlap, so that a node more or less does not change it to and fro. */
  private record Size(int least, int most, int seconds) {}

  private static final List<Size> SIZES =
      List.of(
          new Size(0, 100, 0),
          new Size(90, 500, 15),
          new Size(450, 1000, 30),
          new Size(900, 2000, 60),
          new Size(1800, Integer.MAX_VALUE, 300));

  private final Informer<Node> nodes;
  private int count;
  private int size;

  /** Creates the loop. */
  public SecretLifetimeLoop(ApiAccess access, Timers timers) {
    super("ttl-controller", access, timers);
    this.nodes = inform(Node.class, this::changed);
  }

  private void changed(Change<Node> change) {
    if (change instanceof Change.Deleted<Node>) {
      count--;
      if (count < SIZES.get(size).least()) {
        size--;
      }
      return;
    }
    if (change instanceof Change.Added<Node>) {
      count++;
      if (count > SIZES.get(size).most()) {
        size++;
      }
    }
    queue().add(change.object().getMetadata().getName());
  }

  @Override
  protected void reconcile(String name) {
    nodes.get(null, name).filter(node -> !isTold(node)).ifPresent(this::tell);
  }

  private boolean isTold(Node node) {
    String told = node.getMetadata().getAnnotations().get(LIFETIME);
    return told != null && told.matches("[+-]?[0-9]+") && Long.parseLong(told) == seconds();
  }

  private void tell(Node node) {
    String patch = "{\"metadata\":{\"annotations\":{\"" + LIFETIME + "\":\"" + seconds() + "\"}}}";
    writes().patch(Node.class, null, node.getMetadata().getName(), "", new Patch.Strategic(patch));
  }

  private int seconds() {
    return SIZES.get(size).seconds();
  }
}
