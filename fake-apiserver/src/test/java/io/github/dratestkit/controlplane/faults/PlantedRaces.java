package io.github.dratestkit.controlplane.faults;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.Feed;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.apiserver.client.ForwardingWrites;
import io.github.dratestkit.apiserver.client.ObjectKind;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/** Five mistakes that authors of control planes make, each as a client that lacks one check. */
enum PlantedRaces implements Planted {

  /** The claim controller, taking one reservation back, overwrites those of others. */
  LOST_RESERVATION("lost reservation") {
    @Override
    public ApiAccess access(String loop, ApiAccess access) {
      return loop.equals("resourceclaim-controller")
          ? new Changed(access, PlantedRaces::overwriting)
          : access;
    }
  },

  /** The scheduler does not remember what it has just written, nor believes the first who tells. */
  DOUBLE_ASSUME("double allocation") {
    @Override
    public ApiAccess access(String loop, ApiAccess access) {
      return loop.equals("scheduler") ? new Changed(access, PlantedRaces::forgetful) : access;
    }
  },

  /** The claim controller lets go of the finalizer before the devices. */
  FINALIZER_REMOVED_TOO_EARLY("finalizer removed too early") {
    @Override
    public ApiAccess access(String loop, ApiAccess access) {
      return loop.equals("resourceclaim-controller")
          ? new Changed(access, PlantedRaces::finalizerFirst)
          : access;
    }
  },

  /** A driver that starts anew counts generations from the beginning. */
  STALE_GENERATION("stale generation") {
    @Override
    public ToLongFunction<Collection<ResourceSlice>> generation(
        ToLongFunction<Collection<ResourceSlice>> right) {
      AtomicLong published = new AtomicLong();
      return slices -> published.incrementAndGet();
    }
  },

  /** A call to prepare that was sent twice arrives again after everything was undone. */
  PREPARE_AFTER_UNPREPARE("prepare after unprepare") {
    @Override
    public void prepares(Runnable call) {
      SENT.set(call);
    }

    @Override
    public void hasUnprepared() {
      Runnable late = SENT.get();
      SENT.remove();
      if (late != null) {
        late.run();
      }
    }
  };

  /** The last call to prepare, of the history that this thread plays. */
  private static final ThreadLocal<Runnable> SENT = new ThreadLocal<>();

  private final String rule;

  PlantedRaces(String rule) {
    this.rule = rule;
  }

  /** Returns the rule by which the auditor sees it. */
  String rule() {
    return rule;
  }

  private static Writes overwriting(Writes writes) {
    return new ForwardingWrites(writes) {
      @Override
      public <T extends HasMetadata> T update(T object, String subresource) {
        if (object instanceof ResourceClaim claim && subresource.equals("status")) {
          Optional<ResourceClaim> now =
              get(
                  ResourceClaim.class,
                  claim.getMetadata().getNamespace(),
                  claim.getMetadata().getName());
          int before = now.map(PodClaims::consumersOf).map(List::size).orElse(0);
          if (PodClaims.consumersOf(claim).size() < before) {
            claim.getStatus().setReservedFor(List.of());
            claim.getStatus().setAllocation(null);
          }
        }
        return super.update(object, subresource);
      }
    };
  }

  private static Writes forgetful(Writes writes) {
    return new ForwardingWrites(writes) {
      @Override
      public <T extends HasMetadata> T update(T object, String subresource) {
        T written = super.update(object, subresource);
        if (!(written instanceof ResourceClaim claim)) {
          return written;
        }
        ResourceClaim forgotten = new ResourceClaimBuilder(claim).build();
        forgotten.getStatus().setAllocation(null);
        long version = Long.parseLong(claim.getMetadata().getResourceVersion());
        forgotten.getMetadata().setResourceVersion(String.valueOf(version + 1));
        @SuppressWarnings("unchecked") // a claim was given, a claim comes back
        T answer = (T) forgotten;
        return answer;
      }
    };
  }

  private static Writes finalizerFirst(Writes writes) {
    return new ForwardingWrites(writes) {
      @Override
      public <T extends HasMetadata> T update(T object, String subresource) {
        if (object instanceof ResourceClaim claim
            && subresource.equals("status")
            && !PodClaims.isAllocated(claim)) {
          ResourceClaim free =
              new ResourceClaimBuilder(claim)
                  .editMetadata()
                  .withFinalizers(List.of())
                  .endMetadata()
                  .build();
          String version = super.update(free).getMetadata().getResourceVersion();
          object.getMetadata().setResourceVersion(version);
        }
        return super.update(object, subresource);
      }
    };
  }

  /** An API whose writes are changed. */
  private record Changed(ApiAccess access, UnaryOperator<Writes> change) implements ApiAccess {

    @Override
    public <T extends HasMetadata> Feed<T> feed(Class<T> kind, FeedOptions options) {
      return access.feed(kind, options);
    }

    @Override
    public Writes writes() {
      return change.apply(access.writes());
    }

    @Override
    public ApiAccess to(ObjectKind kind) {
      return new Changed(access.to(kind), change);
    }

    @Override
    public ApiAccess as(String name) {
      return new Changed(access.as(name), change);
    }
  }
}
