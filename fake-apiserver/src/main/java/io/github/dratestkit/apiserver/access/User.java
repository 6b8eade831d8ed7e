package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.registry.WriteContext.Caller;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * Who sends a request.
 *
 * @param uid empty if the user has none
 * @param extra what else is known, such as the node that a token is bound to
 */
public record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {

  static final String AUTHENTICATED = "system:authenticated";

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
    return new Caller(name, uid, new LinkedHashSet<>(groups), extra);
  }
}
