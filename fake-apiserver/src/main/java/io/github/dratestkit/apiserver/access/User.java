package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.registry.WriteContext.Caller;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who sends a request.
 *
 * @param uid empty if the user has none
 * @param extra what else is known, such as the node that a token is bound to
 */
public record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {

  static final String AUTHENTICATED = "system:authenticated";
  private static final String NODE_NAME = "authentication.kubernetes.io/node-name";

  public User {
    groups = List.copyOf(groups);
    extra = Map.copyOf(extra);
  }

  /** Returns a user of these groups, about whom nothing else is known. */
  public static User of(String name, String... groups) {
    return new User(name, "", List.of(groups), Map.of());
  }

  /** Returns this user with a uid. */
  public User withUid(String newUid) {
    return new User(name, newUid, groups, extra);
  }

  /** Nobody in particular. */
  static User anonymous() {
    return of("system:anonymous", "system:unauthenticated");
  }

  /** Returns this user with the group of everybody who said who they are. */
  User authenticated() {
    if (groups.contains(AUTHENTICATED)) {
      return this;
    }
    List<String> all = new ArrayList<>(groups);
    all.add(AUTHENTICATED);
    return new User(name, uid, all, extra);
  }

  /** Returns this user as strategies see it. */
  Caller caller() {
    List<String> nodes = extra.getOrDefault(NODE_NAME, List.of());
    return new Caller(
        name,
        new LinkedHashSet<>(groups),
        nodes.size() == 1 ? Optional.of(nodes.get(0)) : Optional.empty());
  }
}
