package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.registry.WriteContext.Access;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads off a request what is wanted, whether that exists or not
 * (apiserver/pkg/endpoints/request/requestinfo.go, 1.37).
 */
final class RequestedAccess {

  private static final Set<String> NAMESPACE_SUBRESOURCES = Set.of("status", "finalize");
  private static final Set<String> PATH_VERBS = Set.of("watch", "proxy");
  private static final int LEAST_PARTS = 3;

  private RequestedAccess() {}

  static AccessRequest of(ApiRequest request) {
    List<String> parts =
        Stream.of(request.path().split("/")).filter(part -> !part.isEmpty()).toList();
    boolean core = !parts.isEmpty() && parts.get(0).equals("api");
    boolean grouped = !parts.isEmpty() && parts.get(0).equals("apis");
    int least = grouped ? LEAST_PARTS + 1 : LEAST_PARTS;
    if (!core && !grouped || parts.size() < least) {
      return new AccessRequest.OfPath(request.method().toLowerCase(Locale.ROOT), request.path());
    }
    String group = core ? "" : parts.get(1);
    return resource(request, group, parts.subList(core ? 2 : LEAST_PARTS, parts.size()));
  }

  private static AccessRequest resource(ApiRequest request, String group, List<String> parts) {
    List<String> rest = parts;
    String verb = "";
    if (PATH_VERBS.contains(rest.get(0)) && rest.size() > 1) {
      verb = rest.get(0);
      rest = rest.subList(1, rest.size());
    }
    String namespace = "";
    if (rest.get(0).equals("namespaces") && rest.size() > 1) {
      namespace = rest.get(1);
      if (rest.size() > 2 && !NAMESPACE_SUBRESOURCES.contains(rest.get(2))) {
        rest = rest.subList(2, rest.size());
      }
    }
    String name = rest.size() > 1 ? rest.get(1) : "";
    Map<String, String> fields = FieldTerms.of(request.parameter("fieldSelector").orElse(""));
    if (verb.isEmpty()) {
      verb = verb(request, name);
    }
    if (name.isEmpty() && Set.of("list", "watch", "deletecollection").contains(verb)) {
      // Who asks for a list of one object by its name asks for that object.
      name = fields.getOrDefault("metadata.name", "");
    }
    return new AccessRequest.OfResource(
        new Access(verb, group, rest.get(0), rest.size() > 2 ? rest.get(2) : "", namespace, name),
        fields);
  }

  private static String verb(ApiRequest request, String name) {
    return switch (request.method()) {
      case "GET", "HEAD" -> {
        if (!name.isEmpty()) {
          yield "get";
        }
        yield watches(request) ? "watch" : "list";
      }
      case "POST" -> "create";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> name.isEmpty() ? "deletecollection" : "delete";
      default -> "";
    };
  }

  private static boolean watches(ApiRequest request) {
    String watch = request.parameter("watch").orElse("false");
    return !watch.equalsIgnoreCase("false") && !watch.equals("0");
  }
}
