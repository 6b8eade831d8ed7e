package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What is wrong with the containers of a pod. Names are unique over all lists. */
record ContainerValidation(
    Set<String> claims, Set<String> volumes, Set<String> names, List<FieldError> errors) {

  private static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");
  private static final int HIGHEST_PORT = 65_535;

  void check(JsonNode containers, String path) {
    for (int i = 0; i < containers.size(); i++) {
      container(containers.get(i), path + "[" + i + "]");
    }
  }

  private void container(JsonNode container, String path) {
    name(container.path("name").asString(""), path + ".name");
    String image = container.path("image").asString("");
    if (image.isEmpty()) {
      errors.add(FieldError.required(path + ".image", ""));
    } else if (!image.equals(image.strip())) {
      errors.add(
          FieldError.invalid(
              path + ".image", image, "must not have leading or trailing whitespace"));
    }
    String pull = container.path("imagePullPolicy").asString("");
    if (!pull.isEmpty() && !PULL_POLICIES.contains(pull)) {
      errors.add(FieldError.notSupported(path + ".imagePullPolicy", pull, PULL_POLICIES));
    }
    ports(container.path("ports"), path + ".ports");
    environment(container.path("env"), path + ".env");
    mounts(container.path("volumeMounts"), path + ".volumeMounts");
    resources(container.path("resources"), path + ".resources");
    PodClaimValidation.references(
        container.path("resources").path("claims"), claims, path + ".resources.claims", errors);
  }

  private void name(String name, String path) {
    if (name.isEmpty()) {
      errors.add(FieldError.required(path, ""));
      if (!names.add(name)) {
        errors.add(FieldError.duplicate(path, name));
      }
      return;
    }
    NameRule.DNS_LABEL
        .problem(name)
        .ifPresent(problem -> errors.add(FieldError.invalid(path, name, problem)));
    if (!names.add(name)) {
      errors.add(FieldError.duplicate(path, name));
    }
  }

  private void ports(JsonNode ports, String path) {
    Set<String> known = new HashSet<>();
    for (int i = 0; i < ports.size(); i++) {
      JsonNode port = ports.get(i);
      String at = path + "[" + i + "]";
      long number = port.path("containerPort").asLong(0);
      if (number == 0) {
        errors.add(FieldError.required(at + ".containerPort", ""));
      } else if (number < 1 || number > HIGHEST_PORT) {
        errors.add(
            FieldError.invalid(
                at + ".containerPort", number, "must be between 1 and 65535, inclusive"));
      }
      String name = port.path("name").asString("");
      if (!name.isEmpty() && !known.add(name)) {
        errors.add(FieldError.duplicate(at + ".name", name));
      }
      String protocol = port.path("protocol").asString("TCP");
      if (!List.of("SCTP", "TCP", "UDP").contains(protocol)) {
        errors.add(
            FieldError.notSupported(at + ".protocol", protocol, List.of("SCTP", "TCP", "UDP")));
      }
    }
  }

  private void environment(JsonNode variables, String path) {
    for (int i = 0; i < variables.size(); i++) {
      String name = variables.get(i).path("name").asString("");
      String at = path + "[" + i + "].name";
      if (name.isEmpty()) {
        errors.add(FieldError.required(at, ""));
      } else if (name.indexOf('=') >= 0) {
        errors.add(FieldError.invalid(at, name, "a name is printable ASCII without '='"));
      }
    }
  }

  private void mounts(JsonNode mounts, String path) {
    Set<String> paths = new HashSet<>();
    for (int i = 0; i < mounts.size(); i++) {
      JsonNode mount = mounts.get(i);
      String at = path + "[" + i + "]";
      String name = mount.path("name").asString("");
      if (name.isEmpty()) {
        errors.add(FieldError.required(at + ".name", ""));
      } else if (!volumes.contains(name)) {
        errors.add(FieldError.notFound(at + ".name", name));
      }
      String mountPath = mount.path("mountPath").asString("");
      if (mountPath.isEmpty()) {
        errors.add(FieldError.required(at + ".mountPath", ""));
      } else if (!paths.add(mountPath)) {
        errors.add(FieldError.invalid(at + ".mountPath", mountPath, "must be unique"));
      }
    }
  }

  private void resources(JsonNode resources, String path) {
    JsonNode limits = resources.path("limits");
    for (Map.Entry<String, JsonNode> limit : limits.properties()) {
      amount(limit, path + ".limits");
    }
    for (Map.Entry<String, JsonNode> request : resources.path("requests").properties()) {
      amount(request, path + ".requests");
      String limit = limits.path(request.getKey()).asString("");
      boolean whole = !ResourceNames.isOvercommitted(request.getKey());
      if (limit.isEmpty()) {
        if (whole) {
          errors.add(
              FieldError.required(path + ".limits", "a resource that is never shared needs one"));
        }
        continue;
      }
      String asked = request.getValue().asString("");
      int order = Quantity.parse(asked).compareTo(Quantity.parse(limit));
      if (order > 0 || (order != 0 && whole)) {
        errors.add(
            FieldError.invalid(
                path + ".requests",
                asked,
                "must be "
                    + (whole ? "" : "less than or ")
                    + "equal to "
                    + request.getKey()
                    + " limit of "
                    + limit));
      }
    }
  }

  private void amount(Map.Entry<String, JsonNode> amount, String path) {
    String at = path + "[" + amount.getKey() + "]";
    ResourceNames.checkContainer(amount.getKey(), at, errors);
    ResourceNames.checkAmount(amount.getKey(), amount.getValue(), at, errors);
  }
}
