package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The writes of a loop, and its live reads. Each call is one request; every refusal is an {@link
 * ApiException}. Namespaces are null or empty for kinds of the cluster.
 *
 * <p>What is returned by create, update and patch may be shared with readers of a {@link Feed}:
 * whoever wants to change it copies it first.
 */
public interface Writes {

  /** Reads the object as it is now, or none if it does not exist. */
  <T extends HasMetadata> Optional<T> get(Class<T> kind, @Nullable String namespace, String name);

  /** Lists the objects as they are now, in all namespaces if {@code namespace} is empty. */
  <T extends HasMetadata> List<T> list(
      Class<T> kind, @Nullable String namespace, FeedOptions options);

  /** Creates an object and returns it as stored. */
  <T extends HasMetadata> T create(T object);

  /** Replaces an object and returns it as stored; the resourceVersion must be current, if set. */
  <T extends HasMetadata> T update(T object);

  /** Replaces a subresource such as {@code status} of an object. */
  <T extends HasMetadata> T update(T object, String subresource);

  /**
   * Patches an object, or a subresource of it if that is not empty.
   *
   * @param patch the body
   */
  <T extends HasMetadata> T patch(
      Class<T> kind, @Nullable String namespace, String name, String subresource, Patch patch);

  /** Posts {@code body} to a subresource such as {@code binding} and ignores what comes back. */
  <T extends HasMetadata> void post(
      Class<T> kind, @Nullable String namespace, String name, String subresource, Object body);

  /** Deletes an object; preconditions and propagation are in the options. */
  <T extends HasMetadata> void delete(
      Class<T> kind, @Nullable String namespace, String name, DeleteOptions options);
}
