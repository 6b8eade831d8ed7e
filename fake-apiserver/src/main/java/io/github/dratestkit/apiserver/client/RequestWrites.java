package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.github.dratestkit.apiserver.ApiRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes as one request each.
 *
 * @param cache what watches have read and will read again
 * @param paths where the objects are
 */
record RequestWrites(Requests requests, EventCache cache, Paths paths) implements Writes {

  private static final String JSON = "application/json";

  @Override
  public <T extends HasMetadata> Optional<T> get(
      Class<T> kind, @Nullable String namespace, String name) {
    try {
      ApiRequest request = requests.get(paths.of(kind).object(namespace, name, ""));
      return Optional.of(TypedJson.read(requests.send(request), kind));
    } catch (ApiException refused) {
      if (refused.isNotFound()) {
        return Optional.empty();
      }
      throw refused;
    }
  }

  @Override
  public <T extends HasMetadata> List<T> list(
      Class<T> kind, @Nullable String namespace, FeedOptions options) {
    ApiRequest request =
        ListWatchFeed.selecting(requests.get(paths.of(kind).collection(namespace)), options);
    return TypedJson.readList(requests.send(request), kind).objects();
  }

  @Override
  public <T extends HasMetadata> T create(T object) {
    ResourcePath path = paths.of(object.getClass());
    return send(
        "POST", path.collection(object.getMetadata().getNamespace()), JSON, object, kindOf(object));
  }

  @Override
  public <T extends HasMetadata> T update(T object) {
    return update(object, "");
  }

  @Override
  public <T extends HasMetadata> T update(T object, String subresource) {
    String path =
        paths
            .of(object.getClass())
            .object(
                object.getMetadata().getNamespace(), object.getMetadata().getName(), subresource);
    return send("PUT", path, JSON, object, kindOf(object));
  }

  @Override
  public <T extends HasMetadata> T patch(
      Class<T> kind, @Nullable String namespace, String name, String subresource, Patch patch) {
    ApiRequest request =
        requests.with(
            "PATCH",
            paths.of(kind).object(namespace, name, subresource),
            patch.contentType(),
            patch.body().getBytes(StandardCharsets.UTF_8));
    if (patch.manager().isPresent()) {
      request =
          request
              .withParameter("fieldManager", patch.manager().get())
              .withParameter("force", "true");
    }
    return cache.readObject(requests.send(request), kind);
  }

  @Override
  public <T extends HasMetadata> void post(
      Class<T> kind, @Nullable String namespace, String name, String subresource, Object body) {
    requests.send(
        requests.with(
            "POST",
            paths.of(kind).object(namespace, name, subresource),
            JSON,
            TypedJson.write(body)));
  }

  @Override
  public <T extends HasMetadata> void delete(
      Class<T> kind, @Nullable String namespace, String name, DeleteOptions options) {
    requests.send(
        requests.with(
            "DELETE", paths.of(kind).object(namespace, name, ""), JSON, TypedJson.write(options)));
  }

  private <T> T send(String method, String path, String type, Object body, Class<T> kind) {
    return cache.readObject(
        requests.send(requests.with(method, path, type, TypedJson.write(body))), kind);
  }

  @SuppressWarnings("unchecked") // the class of an object of T is a class of T
  private static <T> Class<T> kindOf(T object) {
    return (Class<T>) object.getClass();
  }
}
