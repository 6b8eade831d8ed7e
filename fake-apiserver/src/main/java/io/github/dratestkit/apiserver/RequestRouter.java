package io.github.dratestkit.apiserver;

import io.github.dratestkit.apiserver.catalog.Catalog;
import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.registry.Target;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.status.StatusException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads off a path which resource it is about (apiserver/pkg/endpoints/request/requestinfo.go). */
final class RequestRouter {

  private final Supplier<Catalog> served;

  /** {@code served} tells what is served at the moment. */
  RequestRouter(Supplier<Catalog> served) {
    this.served = served;
  }

  /**
   * Returns what a path is about, or none if it is not about a resource of a group that is served.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 404 if the group is served but
   *     not this resource
   */
  Optional<Target> route(String path) {
    List<String> parts = List.of(path.substring(1).split("/", -1));
    boolean core = parts.get(0).equals("api");
    int rest = core ? 2 : 3;
    if ((!core && !parts.get(0).equals("apis")) || parts.size() <= rest) {
      return Optional.empty();
    }
    String group = core ? "" : parts.get(1);
    Catalog catalog = served.get();
    if (catalog.group(group).isEmpty()) {
      return Optional.empty();
    }
    List<String> resource = parts.subList(rest, parts.size());
    try {
      return Optional.of(target(catalog, group, parts.get(rest - 1), resource));
    } catch (StatusException unknown) {
      // Where there are only custom resources, nothing answers for what is not one.
      if (unknown.code() == 404 && catalog.isDefined(group)) {
        return Optional.empty();
      }
      throw unknown;
    }
  }

  /**
   * Says whether a path is about a version of a group that is served, but not this version: that is
   * refused with a Status, while nothing is known of other groups.
   */
  boolean isUnknownVersion(String path) {
    List<String> parts = List.of(path.substring(1).split("/", -1));
    Catalog catalog = served.get();
    return parts.size() == 2 && parts.get(0).equals("api")
        || parts.size() == 3
            && parts.get(0).equals("apis")
            && catalog.group(parts.get(1)).isPresent()
            && !catalog.isDefined(parts.get(1));
  }

  private static Target target(Catalog catalog, String group, String version, List<String> parts) {
    String namespace = "";
    List<String> rest = parts;
    boolean namespaced =
        parts.get(0).equals("namespaces")
            && parts.size() > 2
            && !(parts.size() == 3 && isNamespaceSubresource(parts.get(2)));
    if (namespaced) {
      namespace = parts.get(1);
      rest = parts.subList(2, parts.size());
    }
    ServedResource resource =
        catalog.resource(group, version, rest.get(0)).orElseThrow(StatusErrors::noSuchResource);
    boolean misplaced =
        namespaced ? !resource.namespaced() : resource.namespaced() && rest.size() > 1;
    if (rest.size() > 3 && !rest.get(2).equals("proxy") || misplaced || rest.contains("")) {
      throw StatusErrors.noSuchResource();
    }
    if (rest.size() == 2) {
      checkName(rest.get(1));
    }
    return new Target(
        resource,
        namespace,
        rest.size() > 1 ? rest.get(1) : "",
        rest.size() > 2 ? rest.get(2) : "");
  }

  // What no path can hold is refused before it is looked for (api/validation/path/name.go).
  private static void checkName(String name) {
    if (name.equals(".") || name.equals("..")) {
      throw StatusErrors.badRequest(
          "Name parameter invalid: \"" + name + "\": may not be '" + name + "'");
    }
    if (name.contains("%")) {
      throw StatusErrors.badRequest(
          "Name parameter invalid: \"" + name + "\": may not contain '%'");
    }
  }

  private static boolean isNamespaceSubresource(String part) {
    return part.equals("status") || part.equals("finalize");
  }
}
