package io.github.dratestkit.features.steps;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Given;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.github.dratestkit.features.target.User;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who acts, and what they may. */
public final class UserSteps {

  private static final String GROUP = "resource.k8s.io";
  private static final String RBAC = "rbac.authorization.k8s.io";

  private final World world;
  private int roles;

  /** Made by Cucumber. */
  public UserSteps(World world) {
    this.world = world;
  }

  /** Actions are those of somebody else; assertions look on as the administrator. */
  @Given("what follows is done by {actor}")
  public void actsAs(Actor actor) {
    world.actAs(actor instanceof Actor.Administrator ? null : user(actor));
  }

  /** Somebody is given rights on kinds of resource.k8s.io; columns: verbs, resource, name. */
  @Given("{actor} may")
  public void may(Actor actor, DataTable rights) {
    List<PolicyRule> rules = new ArrayList<>();
    for (Map<String, @Nullable String> row : rights.asMaps()) {
      String name = row.get("name");
      rules.add(
          new PolicyRuleBuilder()
              .withApiGroups(GROUP)
              .withVerbs(String.valueOf(row.get("verbs")).split(", "))
              .withResources(String.valueOf(row.get("resource")))
              .withResourceNames(name == null ? List.of() : List.of(name))
              .build());
    }
    String role = world.namespace() + "-" + ++roles;
    world.act(
        () -> {
          world.create(
              new ClusterRoleBuilder()
                  .withNewMetadata()
                  .withName(role)
                  .endMetadata()
                  .withRules(rules)
                  .build());
          world.create(
              new ClusterRoleBindingBuilder()
                  .withNewMetadata()
                  .withName(role)
                  .endMetadata()
                  .withNewRoleRef(RBAC, "ClusterRole", role)
                  .addNewSubject(RBAC, "User", user(actor).name(), null)
                  .build());
        });
  }

  private User user(Actor actor) {
    if (actor instanceof Actor.Person person) {
      return User.person(person.name());
    }
    if (actor instanceof Actor.Kubelet kubelet) {
      return User.kubelet(kubelet.node());
    }
    if (actor instanceof Actor.Account account) {
      User user = User.serviceAccount(world.namespace(), account.name());
      return account.node().map(user::on).orElse(user);
    }
    throw new IllegalArgumentException("the administrator may do everything already");
  }
}
