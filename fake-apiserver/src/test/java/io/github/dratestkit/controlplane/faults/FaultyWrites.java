package io.github.dratestkit.controlplane.faults;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.apiserver.client.Patch;
import io.github.dratestkit.apiserver.client.Writes;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes and live reads that go wrong as the plan has it. */
record FaultyWrites(String loop, Writes writes, FaultPlan plan) implements Writes {

  @Override
  public <T extends HasMetadata> Optional<T> get(
      Class<T> kind, @Nullable String namespace, String name) {
    return read("GET " + HasMetadata.getPlural(kind), () -> writes.get(kind, namespace, name));
  }

  @Override
  public <T extends HasMetadata> List<T> list(
      Class<T> kind, @Nullable String namespace, FeedOptions options) {
    return read("LIST " + HasMetadata.getPlural(kind), () -> writes.list(kind, namespace, options));
  }

  @Override
  public <T extends HasMetadata> T create(T object) {
    return write("POST", object.getClass(), "", () -> writes.create(object));
  }

  @Override
  public <T extends HasMetadata> T update(T object) {
    return write("PUT", object.getClass(), "", () -> writes.update(object));
  }

  @Override
  public <T extends HasMetadata> T update(T object, String subresource) {
    return write("PUT", object.getClass(), subresource, () -> writes.update(object, subresource));
  }

  @Override
  public <T extends HasMetadata> T patch(
      Class<T> kind, @Nullable String namespace, String name, String subresource, Patch patch) {
    return write(
        "PATCH", kind, subresource, () -> writes.patch(kind, namespace, name, subresource, patch));
  }

  @Override
  public <T extends HasMetadata> void post(
      Class<T> kind, @Nullable String namespace, String name, String subresource, Object body) {
    write(
        "POST",
        kind,
        subresource,
        () -> {
          writes.post(kind, namespace, name, subresource, body);
          return true;
        });
  }

  @Override
  public <T extends HasMetadata> void delete(
      Class<T> kind, @Nullable String namespace, String name, DeleteOptions options) {
    write(
        "DELETE",
        kind,
        "",
        () -> {
          writes.delete(kind, namespace, name, options);
          return true;
        });
  }

  private <R> R read(String call, Supplier<R> reading) {
    Optional<Injected> fault = plan.decide(loop, call, Injected::fitsRead);
    if (fault.isPresent()) {
      throw failure(fault.get());
    }
    return reading.get();
  }

  private <R> R write(String verb, Class<?> kind, String subresource, Supplier<R> writing) {
    @SuppressWarnings("unchecked") // only objects of the API are written
    String plural = HasMetadata.getPlural((Class<? extends HasMetadata>) kind);
    String call = verb + " " + plural + (subresource.isEmpty() ? "" : "/" + subresource);
    Optional<Injected> fault = plan.decide(loop, call, Injected::fitsWrite);
    if (fault.isEmpty()) {
      return writing.get();
    }
    if (fault.get() == Injected.DIES_AFTER || fault.get() == Injected.TIMEOUT_DONE) {
      try {
        R unused = writing.get(); // the answer is lost on its way
      } catch (ApiException refused) {
        // Whoever does not see the answer does not see a refusal either.
        throw failure(fault.get());
      }
    }
    throw failure(fault.get());
  }

  private RuntimeException failure(Injected fault) {
    return switch (fault) {
      case DIES_BEFORE, DIES_AFTER -> new LoopDied(loop);
      case CONFLICT -> new ApiException(409, "Conflict", "somebody else has written");
      case TOO_MANY_REQUESTS -> new ApiException(429, "TooManyRequests", "too many requests");
      case TIMEOUT_UNDONE, TIMEOUT_DONE -> new ApiException(504, "Timeout", "no answer in time");
      default -> new ApiException(500, "InternalError", "the server has failed");
    };
  }
}
