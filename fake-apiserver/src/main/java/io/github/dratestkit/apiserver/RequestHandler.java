package io.github.dratestkit.apiserver;

import io.github.dratestkit.apiserver.access.AccessControl;
import io.github.dratestkit.apiserver.access.User;
import io.github.dratestkit.apiserver.codec.MediaType;
import io.github.dratestkit.apiserver.codec.ObjectCodec;
import io.github.dratestkit.apiserver.codec.Representation;
import io.github.dratestkit.apiserver.describe.Descriptions;
import io.github.dratestkit.apiserver.registry.ResourceHandler;
import io.github.dratestkit.apiserver.registry.Target;
import io.github.dratestkit.apiserver.schema.Schema;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.status.StatusException;
import io.github.dratestkit.apiserver.status.WarningHeader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends a request to whoever answers it and turns every refusal into a Status. */
final class RequestHandler implements ApiHandler {

  private static final ObjectCodec CODEC = new ObjectCodec(Schema.builtIn());
  private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);

  /** What the real server reads of a body, in bytes. */
  private static final int BODY_LIMIT = 3 << 20;

  private static final Pattern WATCH_PATH =
      Pattern.compile("(/api/[^/]+|/apis/[^/]+/[^/]+)/watch(/.+)");

  private final AccessControl access;
  private final RequestRouter router;
  private final ResourceHandler resources;
  private final Descriptions descriptions;
  private final Map<String, ApiHandler> mounts;

  RequestHandler(
      AccessControl access,
      RequestRouter router,
      ResourceHandler resources,
      Descriptions descriptions,
      Map<String, ApiHandler> mounts) {
    this.access = access;
    this.router = router;
    this.resources = resources;
    this.descriptions = descriptions;
    this.mounts = mounts;
  }

  @Override
  public ApiResponse handle(ApiRequest request) {
    return handle(request, access::senderOf);
  }

  /** Returns a handler for which a user sends every request, whatever it says. */
  ApiHandler as(User user) {
    return request -> handle(request, sent -> user);
  }

  private ApiResponse handle(ApiRequest request, Function<ApiRequest, User> senderOf) {
    try {
      return answer(request, senderOf);
    } catch (StatusException refused) {
      return refusal(request, refused);
    } catch (RuntimeException fault) {
      LOG.error("{} {} failed", request.method(), request.path(), fault);
      return refusal(request, StatusErrors.internal(String.valueOf(fault.getMessage())));
    }
  }

  private ApiResponse answer(ApiRequest request, Function<ApiRequest, User> senderOf) {
    if (request.body().length > BODY_LIMIT) {
      throw StatusErrors.tooLarge(BODY_LIMIT);
    }
    Optional<ApiHandler> mounted = mounted(request.path());
    if (mounted.isPresent()) {
      return mounted.get().handle(request);
    }
    User user = access.admit(senderOf.apply(request), request);
    ApiRequest modern = withoutWatchPrefix(request);
    Optional<Target> target = router.route(modern.path());
    if (target.isPresent()) {
      return Deprecations.warn(target.get(), served(target.get(), modern, user));
    }
    Optional<ApiResponse> description = descriptions.answer(request);
    if (description.isPresent()) {
      return description.get();
    }
    if (router.isUnknownVersion(request.path())) {
      throw StatusErrors.noSuchResource();
    }
    return nothingHere();
  }

  private ApiResponse served(Target target, ApiRequest request, User user) {
    try {
      return resources.handle(target, request, access.requester(user));
    } catch (StatusException refused) {
      return refusal(request, refused);
    }
  }

  // An old form of the path of a watch, which still works: /api/v1/watch/namespaces/...
  private static ApiRequest withoutWatchPrefix(ApiRequest request) {
    Matcher old = WATCH_PATH.matcher(request.path());
    return old.matches()
        ? new ApiRequest(
                request.method(),
                old.group(1) + old.group(2),
                request.query(),
                request.headers(),
                request.body())
            .withParameter("watch", "true")
        : request;
  }

  private Optional<ApiHandler> mounted(String path) {
    return mounts.entrySet().stream()
        .filter(mount -> path.equals(mount.getKey()) || path.startsWith(mount.getKey() + "/"))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private static ApiResponse nothingHere() {
    return new ApiResponse.Complete(
        404,
        Map.of("Content-Type", List.of("text/plain; charset=utf-8")),
        "404 page not found\n".getBytes(StandardCharsets.UTF_8));
  }

  private static ApiResponse refusal(ApiRequest request, StatusException refused) {
    MediaType mediaType =
        Representation.of(request.header("accept").orElse(""))
            .map(Representation::mediaType)
            .orElse(MediaType.JSON);
    Map<String, List<String>> headers = new LinkedHashMap<>();
    headers.put("Content-Type", List.of(mediaType.text()));
    refused
        .retryAfterSeconds()
        .ifPresent(seconds -> headers.put("Retry-After", List.of(Integer.toString(seconds))));
    if (!refused.warnings().isEmpty()) {
      headers.put(WarningHeader.NAME, refused.warnings().stream().map(WarningHeader::of).toList());
    }
    return new ApiResponse.Complete(
        refused.code(), headers, CODEC.encode(refused.toStatus(), mediaType));
  }
}
