package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The containers of a pod (validateContainers and its like, core validation, 1.37). */
record ContainerValidation(PodScope pod) {

  static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");
  private static final List<String> MESSAGE_POLICIES = List.of("File", "FallbackToLogsOnError");
  private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
  private static final List<String> RESIZED = List.of("cpu", "memory");
  private static final List<String> RESIZE_POLICIES = List.of("NotRequired", "RestartContainer");
  private static final List<String> PROBES =
      List.of("lifecycle", "livenessProbe", "readinessProbe", "startupProbe");
  private static final List<String> NOT_EPHEMERAL =
      List.of(
          "ports",
          "resources",
          "resizePolicy",
          "restartPolicy",
          "restartPolicyRules",
          "livenessProbe",
          "readinessProbe",
          "startupProbe",
          "lifecycle");
  private static final String SIDECARS_ONLY =
      "may not be set for init containers without restartPolicy=Always";
  private static final String NOT_FOR_EPHEMERAL = "cannot be set for an Ephemeral Container";

  void check() {
    Field containers = pod.spec().at("containers");
    if (containers.isThere()) {
      regular(containers);
    }
    Set<String> names = names(containers);
    pod.spec().at("initContainers").items().forEach(container -> init(container, names));
    ephemeral();
  }

  private static Set<String> names(Field containers) {
    Set<String> names = new HashSet<>();
    containers.items().forEach(container -> names.add(container.at("name").text()));
    return names;
  }

  private void regular(Field containers) {
    Set<String> names = new HashSet<>();
    for (Field container : containers.items()) {
      common(container);
      if (!names.add(container.at("name").text())) {
        container.at("name").duplicate();
      }
      ProbeValidation.all(container, pod);
      RestartRules.check(container);
    }
    hostPorts(containers.items());
  }

  private void init(Field container, Set<String> names) {
    common(container);
    RestartRules.checkInit(container);
    Field name = container.at("name");
    if (names.contains(name.text())) {
      name.duplicate();
    } else if (!name.isEmpty()) {
      names.add(name.text());
    }
    hostPorts(container);
    boolean sidecar = container.at("restartPolicy").text().equals("Always");
    if (sidecar) {
      ProbeValidation.all(container, pod);
    } else {
      PROBES.stream()
          .filter(container::has)
          .forEach(probe -> container.at(probe).forbidden(SIDECARS_ONLY));
      for (Field policy : container.at("resizePolicy").items()) {
        if (policy.at("restartPolicy").text().equals("RestartContainer")) {
          policy.at("restartPolicy").invalid("only for sidecars among the initContainers");
        }
      }
    }
  }

  // The path of a conflict within one init container is that of the first in the list.
  private static void hostPorts(Field container) {
    String list = container.path().substring(0, container.path().lastIndexOf('['));
    hostPorts(List.of(container.named(list + "[0]")));
  }

  private static void hostPorts(List<Field> containers) {
    Set<String> used = new HashSet<>();
    for (Field container : containers) {
      for (Field port : container.at("ports").items()) {
        long number = port.at("hostPort").number();
        String key = port.at("protocol").text() + "/" + port.at("hostIP").text() + "/" + number;
        if (number != 0 && !used.add(key)) {
          port.at("hostPort").duplicate();
        }
      }
    }
  }

  // A list without anything in it counts too.
  private static boolean isSaid(Field field) {
    return field.isSet() && !(field.path().endsWith(".resources") && field.isEmpty());
  }

  private void ephemeral() {
    Set<String> others = names(pod.spec().at("containers"));
    others.addAll(names(pod.spec().at("initContainers")));
    Set<String> names = new HashSet<>(others);
    for (Field container : pod.spec().at("ephemeralContainers").items()) {
      common(container);
      image(container);
      if (!names.add(container.at("name").text())) {
        container.at("name").duplicate();
      }
      Field target = container.at("targetContainerName");
      if (!target.isEmpty() && !others.contains(target.text())) {
        target.notFound();
      }
      NOT_EPHEMERAL.stream()
          .filter(field -> isSaid(container.at(field)))
          .forEach(field -> container.at(field).forbidden(NOT_FOR_EPHEMERAL));
      for (Field mount : container.at("volumeMounts").items()) {
        List.of("subPath", "subPathExpr").stream()
            .filter(field -> !mount.at(field).isEmpty())
            .forEach(field -> mount.at(field).forbidden(NOT_FOR_EPHEMERAL));
      }
    }
  }

  /** Only pods, and no templates, are that strict about images. */
  static void image(Field container) {
    Field image = container.at("image");
    if (!image.text().equals(image.text().strip())) {
      image.invalid("must not have leading or trailing whitespace");
    }
  }

  private void common(Field container) {
    Field name = container.at("name");
    if (name.isThere()) {
      name.invalid(NameRule.DNS_LABEL.problem(name.text()));
    }
    container.at("image").isThere();
    container.at("terminationMessagePolicy").requiredOneOf(MESSAGE_POLICIES);
    ports(container.at("ports"));
    EnvironmentValidation.check(container);
    MountValidation.mounts(container, pod);
    MountValidation.devices(container, pod);
    container.at("imagePullPolicy").requiredOneOf(PULL_POLICIES);
    ResourceValidation.ofContainer(container.at("resources"), pod.claims());
    resizePolicies(container.at("resizePolicy"));
    SecurityValidation.container(container.at("securityContext"), pod.sharesHostUsers());
  }

  private static void ports(Field ports) {
    Set<String> names = new HashSet<>();
    for (Field port : ports.items()) {
      Field name = port.at("name");
      if (!name.isEmpty()) {
        if (!Formats.isPortName(name.text())) {
          Formats.portName(name);
        } else if (!names.add(name.text())) {
          name.duplicate();
        }
      }
      if (port.at("containerPort").number() == 0) {
        port.at("containerPort").required("");
      } else {
        Formats.portNumber(port.at("containerPort"));
      }
      if (port.at("hostPort").number() != 0) {
        Formats.portNumber(port.at("hostPort"));
      }
      port.at("protocol").requiredOneOf(PROTOCOLS);
    }
  }

  private void resizePolicies(Field policies) {
    Set<String> seen = new HashSet<>();
    for (Field policy : policies.items()) {
      Field resource = policy.at("resourceName");
      if (!seen.add(resource.text())) {
        policy.duplicate();
      }
      resource.named(policies.path()).requiredOneOf(RESIZED);
      Field restart = policy.at("restartPolicy").named(policies.path());
      restart.requiredOneOf(RESIZE_POLICIES);
      if (pod.restartPolicy().equals("Never") && !restart.text().equals("NotRequired")) {
        restart.invalid("must be 'NotRequired' when pod `restartPolicy` is 'Never'");
      }
    }
  }
}
