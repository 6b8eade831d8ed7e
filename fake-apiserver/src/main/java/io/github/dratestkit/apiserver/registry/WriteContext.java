package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.schema.GroupResource;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/** What a strategy may ask while one write is under way. */
public interface WriteContext {

  /** Returns version and gates of the server. */
  FeatureSet features();

  /** Returns the time of the request. */
  Instant now();

  /** Returns the version of the API that the client speaks, such as {@code v1beta1}. */
  String requestVersion();

  /** Returns the verb of the request: {@code create}, {@code update} or {@code patch}. */
  String verb();

  /** Returns the subresource that is written; empty for the object itself. */
  default String subresource() {
    return "";
  }

  /** Returns an object as it is now, in the hub version of its kind; must not be changed. */
  Optional<ObjectNode> find(GroupResource resource, String namespace, String name);

  /** Returns all objects of a kind as they are now, in its hub version; must not be changed. */
  Iterable<ObjectNode> all(GroupResource resource);

  /** Returns who asks. */
  Caller caller();

  /** Says whether the write keeps nothing. */
  default boolean dryRun() {
    return false;
  }

  /** Says whether the caller may do something else; a denial has the reason to show. */
  Permission mayAlso(Access access);

  /**
   * The user behind a request.
   *
   * @param uid empty if the user has none
   * @param groups the groups of the user, in their order
   * @param extra what else is known, such as the node that the user's token is bound to
   */
  record Caller(String user, String uid, Set<String> groups, Map<String, List<String>> extra) {

    /** What tells the node that a token is bound to. */
    public static final String NODE_NAME = "authentication.kubernetes.io/node-name";

    public Caller {
      groups = Collections.unmodifiableSet(new LinkedHashSet<>(groups));
      extra = Collections.unmodifiableMap(new TreeMap<>(extra));
    }

    /** Returns the node that the user's token is bound to, if it names exactly one. */
    public Optional<String> nodeName() {
      List<String> nodes = extra.getOrDefault(NODE_NAME, List.of());
      return nodes.size() == 1 ? Optional.of(nodes.get(0)) : Optional.empty();
    }
  }

  /**
   * An access to be judged, as a SubjectAccessReview would name it.
   *
   * @param resource the plural
   * @param subresource empty for the resource itself
   * @param namespace empty for the whole cluster
   * @param name empty for all objects
   */
  record Access(
      String verb,
      String group,
      String resource,
      String subresource,
      String namespace,
      String name) {}

  /**
   * The answer to an access.
   *
   * @param reason why not; empty if allowed
   */
  record Permission(boolean allowed, String reason) {
    /** Whatever it was, it is allowed. */
    public static final Permission GRANTED = new Permission(true, "");
  }
}
