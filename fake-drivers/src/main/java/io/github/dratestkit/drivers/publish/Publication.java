package io.github.dratestkit.drivers.publish;

import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.PreconditionsBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Writes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The requests by which a driver publishes, one after the other. Whoever stops in the middle leaves
 * what a driver leaves that dies there.
 */
public final class Publication {

  private final Writes writes;
  private final Deque<SliceWrite> waiting;
  private final List<DroppedFields> dropped = new ArrayList<>();

  Publication(Writes writes, List<SliceWrite> planned) {
    this.writes = writes;
    this.waiting = new ArrayDeque<>(planned);
  }

  /** Returns what is still to be sent, in order. */
  public List<SliceWrite> remaining() {
    return List.copyOf(waiting);
  }

  /** Returns which fields the server has dropped so far. */
  public List<DroppedFields> dropped() {
    return List.copyOf(dropped);
  }

  /**
   * Sends the next request.
   *
   * @return what was sent, or none if all is done
   * @throws ApiException if the server refuses it; it is not sent again
   */
  public Optional<SliceWrite> step() {
    SliceWrite next = waiting.poll();
    if (next == null) {
      return Optional.empty();
    }
    if (next instanceof SliceWrite.Delete delete) {
      delete(delete.slice());
    } else if (next instanceof SliceWrite.Update update) {
      stored(update.slice(), writes.update(update.slice()));
    } else if (next instanceof SliceWrite.Create create) {
      stored(create.slice(), writes.create(create.slice()));
    }
    return Optional.of(next);
  }

  /** Sends all that is left. */
  public Publication finish() {
    while (step().isPresent()) {
      // Each step does its work.
    }
    return this;
  }

  private void stored(ResourceSlice sent, ResourceSlice stored) {
    int slices = Math.toIntExact(sent.getSpec().getPool().getResourceSliceCount());
    int index = new SliceIndex(slices).of(stored.getMetadata().getName()).orElse(0);
    DroppedFields.between(index, sent, stored).ifPresent(dropped::add);
  }

  private void delete(ResourceSlice slice) {
    try {
      writes.delete(
          ResourceSlice.class,
          "",
          slice.getMetadata().getName(),
          new DeleteOptionsBuilder()
              .withPreconditions(
                  new PreconditionsBuilder()
                      .withUid(slice.getMetadata().getUid())
                      .withResourceVersion(slice.getMetadata().getResourceVersion())
                      .build())
              .build());
    } catch (ApiException refused) {
      if (!refused.isNotFound()) {
        throw refused;
      }
    }
  }
}
