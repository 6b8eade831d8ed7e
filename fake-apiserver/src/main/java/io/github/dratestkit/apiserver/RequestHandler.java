package io.github.dratestkit.apiserver;

import io.github.dratestkit.apiserver.access.AccessControl;
import io.github.dratestkit.apiserver.access.User;
import io.github.dratestkit.apiserver.codec.MediaType;
import io.github.dratestkit.apiserver.codec.ObjectCodec;
import io.github.dratestkit.apiserver.codec.Representation;
import io.github.dratestkit.apiserver.codec.Representation.View;
import io.github.dratestkit.apiserver.connect.Connections;
import io.github.dratestkit.apiserver.describe.Descriptions;
import io.github.dratestkit.apiserver.patch.Patches;
import io.github.dratestkit.apiserver.registry.ResourceHandler;
import io.github.dratestkit.apiserver.registry.Target;
import io.github.dratestkit.apiserver.schema.Schema;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.status.StatusException;
import io.github.dratestkit.apiserver.status.WarningHeader;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends a request to whoever answers it and turns every refusal into a Status. */
final class RequestHandler implements ApiHandler {

  private static final ObjectCodec CODEC = new ObjectCodec(Schema.builtIn());
  private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);

  private static final int METHOD_NOT_ALLOWED = 405;
  private static final int UNSUPPORTED_MEDIA_TYPE = 415;

  /** What the real server reads of a body, in bytes. */
  private static final int BODY_LIMIT = 3 << 20;

  private static final Pattern WATCH_PATH =
      Pattern.compile("(/api/[^/]+|/apis/[^/]+/[^/]+)/watch(/.+)");
  private static final Set<String> ENDLESS =
      Set.of("log", "exec", "attach", "portforward", "proxy");

  private final AccessControl access;
  private final RequestRouter router;
  private final ResourceHandler resources;
  private final Connections connections;
  private final Descriptions descriptions;
  private final Map<String, ApiHandler> mounts;

  RequestHandler(
      AccessControl access,
      RequestRouter router,
      ResourceHandler resources,
      Connections connections,
      Descriptions descriptions,
      Map<String, ApiHandler> mounts) {
    this.access = access;
    this.router = router;
    this.resources = resources;
    this.connections = connections;
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
    Optional<String> timeout = request.parameter("timeout");
    if (timeout.isPresent() && !isEndless(request)) {
      GoDuration.check(timeout.get());
    }
    User user = access.admit(senderOf.apply(request), request);
    Matcher old = WATCH_PATH.matcher(request.path());
    boolean isOld = request.path().contains("/watch/") && old.matches();
    Optional<Target> target =
        router.route(withoutLastSlash(isOld ? old.group(1) + old.group(2) : request.path()));
    if (target.isPresent() && isNowhere(target.get(), request)) {
      return nothingHere();
    }
    if (target.isPresent()) {
      OldWatch watch = isOld ? OldWatch.of(target.get(), request) : null;
      Target asked = watch == null ? target.get() : watch.target();
      ApiRequest modern = watch == null ? request : watch.request();
      ApiResponse response = served(asked, modern, user);
      return withLimitedWarnings(
          isRouted(asked, modern, response) ? Deprecations.warn(asked, response) : response);
    }
    Optional<ApiResponse> issuer = access.issuer(request);
    if (issuer.isPresent()) {
      return issuer.get();
    }
    Optional<ApiResponse> description = descriptions.answer(request);
    if (description.isPresent()) {
      return description.get();
    }
    if (router.isUnknownVersion(request.path()) || request.path().startsWith("/version/")) {
      throw StatusErrors.noSuchResource();
    }
    return nothingHere();
  }

  // Custom resources of namespaces are only listed and watched across all of them.
  private static boolean isNowhere(Target target, ApiRequest request) {
    return target.resource().isDefined()
        && target.resource().namespaced()
        && target.namespace().isEmpty()
        && !List.of("list", "watch").contains(ResourceHandler.verb(target, request));
  }

  private static ApiResponse withLimitedWarnings(ApiResponse response) {
    List<String> warnings = response.headers().get(WarningHeader.NAME);
    return warnings == null
        ? response
        : response.withHeader(WarningHeader.NAME, WarningHeader.limited(warnings));
  }

  // What no route of the real server takes is refused before anything warns of its version.
  private static boolean isRouted(Target target, ApiRequest request, ApiResponse response) {
    boolean known =
        target.subresource().isEmpty()
            || target.resource().subresource(target.subresource()).isPresent();
    boolean patchOfUnknownKind =
        request.method().equals("PATCH")
            && response.code() == UNSUPPORTED_MEDIA_TYPE
            && !Patches.isRouted(request.header("content-type").orElse(""));
    boolean lists =
        request.method().equals("GET")
            && target.name().isEmpty()
            && target.resource().verbs().contains("list");
    boolean otherMethod = response.code() == METHOD_NOT_ALLOWED && !lists;
    boolean shown = Representation.namesMediaType(request.header("accept").orElse(""));
    return known && shown && !patchOfUnknownKind && !otherMethod;
  }

  private ApiResponse served(Target target, ApiRequest request, User user) {
    try {
      Optional<ApiResponse> connected = connections.answer(target, request);
      if (connected.isPresent()) {
        return connected.get();
      }
      return resources.handle(target, request, access.requester(user));
    } catch (StatusException refused) {
      return refusal(request, refused);
    }
  }

  private static String withoutLastSlash(String path) {
    return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  // How long an answer may take is read before it is asked who wants it, and whatever the path.
  // What goes on until somebody ends it has no such time.
  private boolean isEndless(ApiRequest request) {
    if (WATCH_PATH.matcher(request.path()).matches()) {
      return true;
    }
    try {
      return router
          .route(withoutLastSlash(request.path()))
          .filter(
              target ->
                  ENDLESS.contains(target.subresource())
                      || ResourceHandler.verb(target, request).equals("watch"))
          .isPresent();
    } catch (StatusException nowhere) {
      return false;
    }
  }

  private Optional<ApiHandler> mounted(String path) {
    for (Map.Entry<String, ApiHandler> mount : mounts.entrySet()) {
      String place = mount.getKey();
      boolean below =
          path.startsWith(place)
              && (path.length() == place.length() || path.charAt(place.length()) == '/');
      if (below) {
        return Optional.of(mount.getValue());
      }
    }
    return Optional.empty();
  }

  private static ApiResponse nothingHere() {
    return new ApiResponse.Complete(
        404,
        Map.of("Content-Type", List.of("text/plain; charset=utf-8")),
        "404 page not found\n".getBytes(StandardCharsets.UTF_8));
  }

  private static ApiResponse refusal(ApiRequest request, StatusException refused) {
    MediaType mediaType =
        Representation.of(request.header("accept").orElse(""), EnumSet.of(View.OBJECT))
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
