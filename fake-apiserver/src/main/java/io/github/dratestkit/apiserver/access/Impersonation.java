package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.WriteContext.Access;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.status.StatusException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;

/**
 * Lets one user act as another (apiserver/pkg/endpoints/filters/impersonation, 1.37). With the
 * constrained kinds (KEP-5284) one may be allowed to act as another for some requests only; each
 * kind is tried before the old one, which allows everything that the other may do.
 */
final class Impersonation {

  private static final String EXTRA = "impersonate-extra-";
  private static final String ACCOUNT = "system:serviceaccount:";
  private static final String NODE = "system:node:";
  private static final String NODE_NAME = "authentication.kubernetes.io/node-name";
  private static final String UNAUTHENTICATED = "system:unauthenticated";
  private static final String AUTHENTICATION = "authentication.k8s.io";

  /** So many checks of one kind are first asked as one for all. */
  private static final int MANY = 4;

  private final Refusals refusals;
  private final boolean constrained;
  private final Map<String, Kind> lastKinds = new ConcurrentHashMap<>();

  /**
   * Creates it.
   *
   * @param constrained whether the constrained kinds are known
   */
  Impersonation(Authorizer authorizer, boolean constrained) {
    this.refusals = new Refusals(authorizer);
    this.constrained = constrained;
  }

  private enum Kind {
    ASSOCIATED_NODE("associated-node", Impersonation::isOwnNode),
    ARBITRARY_NODE(
        "arbitrary-node", (other, sender) -> hasNameOnly(other) && nodeOf(other).isPresent()),
    SERVICE_ACCOUNT(
        "serviceaccount", (other, sender) -> hasNameOnly(other) && accountOf(other).isPresent()),
    USER_INFO(
        "user-info", (other, sender) -> nodeOf(other).isEmpty() && accountOf(other).isEmpty()),
    LEGACY("", (other, sender) -> true);

    private final String word;
    private final BiPredicate<User, User> applies;

    Kind(String word, BiPredicate<User, User> applies) {
      this.word = word;
      this.applies = applies;
    }
  }

  /**
   * Returns who a request acts for.
   *
   * @throws StatusException 403 if the sender may not act for them
   */
  User actor(User sender, ApiRequest request, AccessRequest asked) {
    Optional<User> wanted = wanted(request);
    if (wanted.isEmpty()) {
      return sender;
    }
    User other = wanted.get();
    Optional<StatusException> first = Optional.empty();
    for (Kind kind : kindsFor(sender)) {
      if (!kind.applies.test(other, sender)) {
        continue;
      }
      Optional<StatusException> refusal =
          kind == Kind.LEGACY
              ? refusals.first(sender, parts("impersonate", "", other))
              : constrained(kind, sender, other, asked);
      if (refusal.isEmpty()) {
        lastKinds.put(sender.name(), kind);
        boolean node = kind != Kind.LEGACY && nodeOf(other).isPresent();
        return completed(other, node ? List.of("system:nodes") : List.of());
      }
      first = first.or(() -> refusal);
    }
    throw first.orElseThrow();
  }

  // The kind by which a sender last acted for somebody is tried first, and its refusal is shown.
  private List<Kind> kindsFor(User sender) {
    if (!constrained) {
      return List.of(Kind.LEGACY);
    }
    List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));
    Kind last = lastKinds.get(sender.name());
    if (last != null) {
      kinds.remove(last);
      kinds.add(0, last);
    }
    return kinds;
  }

  private Optional<StatusException> constrained(
      Kind kind, User sender, User other, AccessRequest asked) {
    String verb = "impersonate:" + kind.word;
    Optional<StatusException> forbidden =
        refusals.of(sender, asked.withVerb("impersonate-on:" + kind.word + ":" + asked.verb()));
    if (forbidden.isPresent()) {
      return forbidden;
    }
    if (kind == Kind.USER_INFO) {
      return refusals
          .first(sender, List.of(part(verb, AUTHENTICATION, "users", "", other.name())))
          .or(() -> userInfo(verb, sender, other));
    }
    if (nodeOf(other).isPresent()) {
      String name = kind == Kind.ASSOCIATED_NODE ? "*" : nodeOf(other).get();
      return refusals.first(sender, List.of(part(verb, AUTHENTICATION, "nodes", "", name)));
    }
    return refusals.first(sender, parts(verb, AUTHENTICATION, other));
  }

  private Optional<StatusException> userInfo(String verb, User sender, User other) {
    List<Access> uid =
        other.uid().isEmpty()
            ? List.of()
            : List.of(part(verb, AUTHENTICATION, "uids", "", other.uid()));
    return refusals
        .first(sender, uid)
        .or(() -> groups(verb, sender, other.groups()))
        .or(() -> extras(verb, sender, other.extra()));
  }

  private Optional<StatusException> groups(String verb, User sender, List<String> groups) {
    if (groups.contains("")) {
      return refused(
          sender,
          part(verb, AUTHENTICATION, "groups", "", ""),
          "impersonating the empty string group is not allowed");
    }
    if (groups.contains("system:masters")) {
      return refused(
          sender,
          part(verb, AUTHENTICATION, "groups", "", "system:masters"),
          "impersonating the system:masters group is not allowed");
    }
    Access all = part(verb, AUTHENTICATION, "groups", "", "*");
    if (groups.size() >= MANY && refusals.first(sender, List.of(all)).isEmpty()) {
      return Optional.empty();
    }
    return refusals.first(
        sender,
        groups.stream().map(group -> part(verb, AUTHENTICATION, "groups", "", group)).toList());
  }

  private Optional<StatusException> extras(
      String verb, User sender, Map<String, List<String>> extra) {
    for (Map.Entry<String, List<String>> entry : extra.entrySet()) {
      if (entry.getValue().contains("") || !isDomainPrefixed(entry.getKey())) {
        return refused(
            sender,
            part(verb, AUTHENTICATION, "userextras", "", ""),
            "impersonating an invalid key or an empty value in extra is not allowed: \""
                + entry.getKey()
                + "\", a key is a domain-prefixed path such as example.com/key");
      }
    }
    int values = extra.values().stream().mapToInt(List::size).sum();
    Access all = part(verb, AUTHENTICATION, "userextras", "*", "*");
    if (values >= MANY && refusals.first(sender, List.of(all)).isEmpty()) {
      return Optional.empty();
    }
    return refusals.first(sender, extraParts(verb, extra));
  }

  private static boolean isDomainPrefixed(String key) {
    int slash = key.indexOf('/');
    return slash > 0
        && slash < key.length() - 1
        && NameRule.DNS_SUBDOMAIN.problem(key.substring(0, slash)).isEmpty();
  }

  private Optional<StatusException> refused(User sender, Access access, String reason) {
    return Optional.of(Refusals.refusal(sender, new AccessRequest.OfResource(access), reason));
  }

  // The old way, and what is the same with accounts: each part of who the other is by itself.
  private static List<Access> parts(String verb, String group, User other) {
    List<Access> accesses = new ArrayList<>();
    Optional<String[]> account = accountOf(other);
    accesses.add(
        account.isPresent()
            ? new Access(verb, group, "serviceaccounts", "", account.get()[0], account.get()[1])
            : part(verb, group, "users", "", other.name()));
    if (!other.uid().isEmpty()) {
      accesses.add(part(verb, AUTHENTICATION, "uids", "", other.uid()));
    }
    other.groups().forEach(name -> accesses.add(part(verb, group, "groups", "", name)));
    accesses.addAll(extraParts(verb, other.extra()));
    return accesses;
  }

  private static List<Access> extraParts(String verb, Map<String, List<String>> extra) {
    List<Access> accesses = new ArrayList<>();
    new TreeMap<>(extra)
        .forEach(
            (key, values) ->
                values.forEach(
                    value -> accesses.add(part(verb, AUTHENTICATION, "userextras", key, value))));
    return accesses;
  }

  private static Access part(
      String verb, String group, String resource, String subresource, String name) {
    return new Access(verb, group, resource, subresource, "", name);
  }

  private static User completed(User other, List<String> fixedGroups) {
    List<String> groups = new ArrayList<>(fixedGroups.isEmpty() ? other.groups() : fixedGroups);
    Optional<String[]> account = accountOf(other);
    if (account.isPresent() && groups.isEmpty()) {
      groups.add("system:serviceaccounts");
      groups.add("system:serviceaccounts:" + account.get()[0]);
    }
    String everybody =
        other.name().equals("system:anonymous") ? UNAUTHENTICATED : User.AUTHENTICATED;
    if (!groups.contains(everybody) && !groups.contains(UNAUTHENTICATED)) {
      groups.add(everybody);
    }
    return new User(other.name(), other.uid(), groups, other.extra());
  }

  private static Optional<User> wanted(ApiRequest request) {
    String name = request.header("impersonate-user").orElse("");
    List<String> groups =
        new ArrayList<>(request.headers().getOrDefault("impersonate-group", List.of()));
    Map<String, List<String>> extra = extra(request);
    String uid = request.header("impersonate-uid").orElse("");
    if (name.isEmpty()) {
      if (!groups.isEmpty() || !extra.isEmpty() || !uid.isEmpty()) {
        throw StatusErrors.badRequest(
            "a request may not ask for groups, a uid or extras without impersonating a user name");
      }
      return Optional.empty();
    }
    return Optional.of(new User(name, uid, groups, extra));
  }

  private static Map<String, List<String>> extra(ApiRequest request) {
    Map<String, List<String>> extra = new TreeMap<>();
    request
        .headers()
        .forEach(
            (name, values) -> {
              if (name.startsWith(EXTRA)) {
                String key = name.substring(EXTRA.length()).replace("+", "%2B");
                extra.put(URLDecoder.decode(key, StandardCharsets.UTF_8), values);
              }
            });
    return extra;
  }

  private static boolean hasNameOnly(User other) {
    return other.uid().isEmpty() && other.groups().isEmpty() && other.extra().isEmpty();
  }

  private static boolean isOwnNode(User other, User sender) {
    return hasNameOnly(other)
        && nodeOf(other).isPresent()
        && accountOf(sender).isPresent()
        && sender.extra().getOrDefault(NODE_NAME, List.of()).equals(List.of(nodeOf(other).get()));
  }

  private static Optional<String> nodeOf(User user) {
    return Optional.of(user.name())
        .filter(name -> name.startsWith(NODE))
        .map(name -> name.substring(NODE.length()))
        .filter(name -> NameRule.DNS_SUBDOMAIN.problem(name).isEmpty());
  }

  /** Returns namespace and name of the service account that a user is. */
  private static Optional<String[]> accountOf(User user) {
    if (!user.name().startsWith(ACCOUNT)) {
      return Optional.empty();
    }
    String[] parts = user.name().substring(ACCOUNT.length()).split(":", -1);
    boolean named =
        parts.length == 2
            && NameRule.DNS_LABEL.problem(parts[0]).isEmpty()
            && NameRule.DNS_SUBDOMAIN.problem(parts[1]).isEmpty();
    return named ? Optional.of(parts) : Optional.empty();
  }
}
