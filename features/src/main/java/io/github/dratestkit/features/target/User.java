package io.github.dratestkit.features.target;

import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Whom the server takes the client of a step for. An administrator acts for them by impersonation,
 * so that no cluster needs credentials of its own for a scenario.
 *
 * @param extra what else is known of them, such as the node on which a service account's pod runs
 */
public record User(String name, List<String> groups, Map<String, List<String>> extra) {

  /** Somebody whom nobody has given any right. */
  static final User STRANGER = new User("dra-conformance-stranger", List.of(), Map.of());

  private static final String NODE_NAME = "authentication.kubernetes.io/node-name";

  public User {
    groups = List.copyOf(groups);
    extra = Map.copyOf(extra);
  }

  /** Returns a person. */
  public static User person(String name) {
    return new User(name, List.of(), Map.of());
  }

  /** Returns the kubelet of a node. */
  public static User kubelet(String node) {
    return new User("system:node:" + node, List.of("system:nodes"), Map.of());
  }

  /** Returns a service account. */
  public static User serviceAccount(String namespace, String name) {
    return new User(
        "system:serviceaccount:" + namespace + ":" + name,
        List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace),
        Map.of());
  }

  /** Returns the same service account in a pod on a node, as its token says. */
  public User on(String node) {
    return new User(name, groups, Map.of(NODE_NAME, List.of(node)));
  }

  Config in(Config administrator) {
    return new ConfigBuilder(administrator)
        .withImpersonateUsername(name)
        .withImpersonateGroups(groups.toArray(String[]::new))
        .withImpersonateExtras(
            extra.entrySet().stream()
                .collect(
                    Collectors.toMap(
                        entry -> URLEncoder.encode(entry.getKey(), StandardCharsets.UTF_8),
                        Map.Entry::getValue)))
        .build();
  }

  static boolean mayDoAnything(KubernetesClient client, User user) {
    SubjectAccessReview review =
        client
            .resource(
                new SubjectAccessReviewBuilder()
                    .withNewSpec()
                    .withUser(user.name())
                    .withNewResourceAttributes()
                    .withVerb("delete")
                    .withResource("nodes")
                    .endResourceAttributes()
                    .endSpec()
                    .build())
            .create();
    return review.getStatus().getAllowed();
  }
}
