package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes that pass every call on to others, for those who look at some of them on their way. */
public abstract class ForwardingWrites implements Writes {

  private final Writes writes;

  /** Creates writes that pass everything on to {@code writes}. */
  protected ForwardingWrites(Writes writes) {
    this.writes = writes;
  }

  @Override
  public <T extends HasMetadata> Optional<T> get(
      Class<T> kind, @Nullable String namespace, String name) {
    return writes.get(kind, namespace, name);
  }

  @Override
  public <T extends HasMetadata> List<T> list(
      Class<T> kind, @Nullable String namespace, FeedOptions options) {
    return writes.list(kind, namespace, options);
  }

  @Override
  public <T extends HasMetadata> T create(T object) {
    return writes.create(object);
  }

  @Override
  public <T extends HasMetadata> T update(T object) {
    return writes.update(object);
  }

  @Override
  public <T extends HasMetadata> T update(T object, String subresource) {
    return writes.update(object, subresource);
  }

  @Override
  public <T extends HasMetadata> T patch(
      Class<T> kind, @Nullable String namespace, String name, String subresource, Patch patch) {
    return writes.patch(kind, namespace, name, subresource, patch);
  }

  @Override
  public <T extends HasMetadata> void post(
      Class<T> kind, @Nullable String namespace, String name, String subresource, Object body) {
    writes.post(kind, namespace, name, subresource, body);
  }

  @Override
  public <T extends HasMetadata> void delete(
      Class<T> kind, @Nullable String namespace, String name, DeleteOptions options) {
    writes.delete(kind, namespace, name, options);
  }
}
