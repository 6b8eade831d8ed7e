package io.github.dratestkit.apiserver.access;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Who may do what on a server, and by which tokens it knows whom: its one setting for access.
 *
 * @param users by their fixed tokens, in the order in which a kubeconfig lists them
 */
public record AccessSetting(AccessMode mode, Map<String, User> users) {

  /** The token of the administrator. */
  public static final String ADMINISTRATOR_TOKEN = "admin-token";

  private static final Map<String, User> USUAL = usualUsers();

  /** Everybody may do everything, and the usual users are known by name. */
  public static final AccessSetting OPEN = new AccessSetting(AccessMode.ALWAYS_ALLOW, USUAL);

  /**
   * Roles, their bindings and what a kubelet needs decide. Known are an administrator ({@code
   * admin-token}), the kubelet of node-1 ({@code node-token}), the service account drivers/driver
   * ({@code driver-token}) and alice of the group team-a ({@code alice-token}).
   */
  public static final AccessSetting ROLES = new AccessSetting(AccessMode.NODE_AND_ROLES, USUAL);

  public AccessSetting {
    users = Collections.unmodifiableMap(new LinkedHashMap<>(users));
  }

  /** Returns this setting with other users. */
  public AccessSetting withUsers(Map<String, User> newUsers) {
    return new AccessSetting(mode, newUsers);
  }

  /**
   * Reads a setting: {@code open}, {@code roles}, or the name of a file of tokens, by which roles
   * decide.
   *
   * @throws IllegalArgumentException if it is none of these, with the line that is wrong
   */
  public static AccessSetting parse(String text) {
    return switch (text) {
      case "open" -> OPEN;
      case "roles" -> ROLES;
      default -> ROLES.withUsers(TokenFile.read(text));
    };
  }

  private static Map<String, User> usualUsers() {
    Map<String, User> users = new LinkedHashMap<>();
    users.put(ADMINISTRATOR_TOKEN, User.of("admin", "system:masters").withUid("admin"));
    users.put("node-token", User.of("system:node:node-1", "system:nodes").withUid("node-1"));
    users.put(
        "driver-token",
        User.of(
                "system:serviceaccount:drivers:driver",
                "system:serviceaccounts",
                "system:serviceaccounts:drivers")
            .withUid("driver"));
    users.put("alice-token", User.of("alice", "team-a").withUid("alice"));
    return users;
  }
}
