package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.kinds.rules.Addresses;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.Immutable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** What a status of a pod may say (ValidatePodStatusUpdate, core validation, 1.37). */
final class PodStatusValidation {

  private static final Set<String> SYSTEM = Set.of("PodScheduled", "Ready", "Initialized");
  private static final String RESTART_ALL = "RestartAllContainers";

  private PodStatusValidation() {}

  static void check(Field pod, JsonNode old) {
    Field status = pod.at("status");
    Field before = new Field(old.path("status"), "status", pod.errors());
    for (Field condition : status.at("conditions").items()) {
      condition.at("observedGeneration").notNegative();
      if (!SYSTEM.contains(condition.at("type").text())) {
        Formats.qualifiedName(condition.at("type").named(condition.path() + ".Type"));
      }
    }
    nominated(status.at("nominatedNodeName"), before, old);
    status.at("observedGeneration").notNegative();
    Immutable.check(status, before.value(), "qosClass");
    states(status, before, old.path("spec"));
    addresses(status, before, "podIPs");
    boolean one = !status.at("podIP").isEmpty();
    boolean all = !status.at("podIPs").isEmpty();
    if (one != all) {
      status.at("podIPs").invalid("podIP and podIPs must both be set or both be unset");
    } else if (one) {
      first(status, "podIP", "podIPs");
    }
    if (!status.at("hostIPs").isEmpty()) {
      addresses(status, before, "hostIPs");
      first(status, "hostIP", "hostIPs");
    }
  }

  private static void nominated(Field node, Field before, JsonNode old) {
    if (node.isEmpty() || node.text().equals(before.at("nominatedNodeName").text())) {
      return;
    }
    node.invalid(NameRule.DNS_SUBDOMAIN.problem(node.text()));
    if (!old.path("spec").path("nodeName").asString("").isEmpty()) {
      node.forbidden("may not be set on pods that are already bound to a node");
    }
  }

  private static void states(Field status, Field before, JsonNode spec) {
    boolean all =
        Stream.of("containers", "initContainers")
            .flatMap(list -> spec.path(list).valueStream())
            .flatMap(container -> container.path("restartPolicyRules").valueStream())
            .anyMatch(rule -> rule.path("action").asString("").equals(RESTART_ALL));
    if (!all) {
      states(status, before, "containerStatuses", spec.path("containers"), spec);
      states(status, before, "initContainerStatuses", spec.path("initContainers"), spec);
    }
    JsonNode none = spec.path("noContainersAtAll");
    states(status, before, "ephemeralContainerStatuses", none, spec);
  }

  // A container that has ended starts again only where it may.
  private static void states(
      Field status, Field before, String list, JsonNode containers, JsonNode spec) {
    for (Field was : before.at(list).items()) {
      Field ended = was.at("state", "terminated");
      if (!ended.isSet()) {
        continue;
      }
      String name = was.at("name").text();
      boolean may =
          containers
              .valueStream()
              .filter(container -> container.path("name").asString("").equals(name))
              .anyMatch(container -> restarts(container, spec, ended.at("exitCode").number()));
      boolean again =
          status.at(list).items().stream()
              .filter(now -> now.at("name").text().equals(name))
              .anyMatch(now -> !now.at("state").has("terminated"));
      if (again && !may) {
        was.at("state").forbidden("may not be transitioned to non-terminated state");
      }
    }
  }

  private static boolean restarts(JsonNode container, JsonNode spec, long exitCode) {
    String policy = spec.path("restartPolicy").asString("Always");
    if (container.hasNonNull("restartPolicy")) {
      for (JsonNode rule : container.path("restartPolicyRules")) {
        JsonNode codes = rule.path("exitCodes");
        boolean in =
            codes.path("values").valueStream().anyMatch(code -> code.asLong(0) == exitCode);
        if (in == codes.path("operator").asString("").equals("In")) {
          return true;
        }
      }
      policy = container.path("restartPolicy").asString("");
    }
    return switch (policy) {
      case "Never" -> false;
      case "OnFailure" -> exitCode != 0;
      default -> true;
    };
  }

  private static void first(Field status, String one, String all) {
    Field address = status.at(all).item(0).at("ip");
    if (!address.text().equals(status.at(one).text())) {
      address.invalid("must be equal to `" + one + "`");
    }
  }

  private static void addresses(Field status, Field before, String all) {
    Field addresses = status.at(all);
    List<String> known = new ArrayList<>();
    before.at(all).items().forEach(address -> known.add(address.at("ip").text()));
    int fours = 0;
    for (Field address : addresses.items()) {
      Addresses.address(address.at("ip").named(address.path()), known);
      fours += Addresses.isSix(address.at("ip").text()) ? 0 : 1;
    }
    int count = addresses.value().size();
    if (count > 2 || (count == 2 && fours != 1)) {
      addresses.invalid("may specify no more than one IP for each IP family");
    }
  }
}
