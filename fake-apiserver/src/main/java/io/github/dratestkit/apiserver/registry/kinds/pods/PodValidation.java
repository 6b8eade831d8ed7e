package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.registry.MetadataRules;
import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.TolerationValidation;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * What is wrong with a pod or a template of pods (ValidatePodSpec, pkg/apis/core/validation, 1.37).
 */
public final class PodValidation {

  private static final List<String> RESTART_POLICIES = List.of("Always", "OnFailure", "Never");
  private static final List<String> PREEMPTION = List.of("PreemptLowerPriority", "Never");
  private static final int MOST_RESPONDERS = 10;
  private static final int HIGHEST_PRIORITY = 100_000;

  private PodValidation() {}

  /** Checks a pod, of whose metadata only what is special to pods. */
  static void pod(Field pod, FeatureSet features) {
    Field spec = pod.at("spec");
    PodAnnotations.check(pod.at("metadata", "annotations"), spec);
    spec(spec, pod.at("metadata"), features);
    if (spec.at("serviceAccountName").isEmpty()) {
      for (Field volume : spec.at("volumes").items()) {
        for (Field source : volume.at("projected", "sources").items()) {
          if (source.has("serviceAccountToken")) {
            source
                .at("serviceAccountToken")
                .forbidden("must not be specified when serviceAccountName is not set");
          }
        }
      }
    }
    spec.at("terminationGracePeriodSeconds").notNegative();
    spec.at("containers").items().forEach(ContainerValidation::image);
    spec.at("initContainers").items().forEach(ContainerValidation::image);
  }

  /** Checks what only new pods must keep. */
  static void created(Field pod) {
    Field spec = pod.at("spec");
    if (!spec.at("ephemeralContainers").isEmpty()) {
      spec.at("ephemeralContainers").forbidden("cannot be set on create");
    }
    if (!spec.at("nodeName").isEmpty() && !spec.at("schedulingGates").isEmpty()) {
      spec.at("nodeName").forbidden("cannot be set until all schedulingGates have been cleared");
    }
  }

  /** Checks a template, labels and annotations included. */
  public static void template(Field template, FeatureSet features) {
    TemplateMetadata.check(template, "labels", "annotations");
    Field annotations = template.at("metadata", "annotations");
    PodAnnotations.check(annotations.named(template.path() + ".annotations"), template.at("spec"));
    spec(template.at("spec"), template.at("none"), features);
    if (!template.at("spec", "ephemeralContainers").isEmpty()) {
      template
          .at("spec", "ephemeralContainers")
          .forbidden("ephemeral containers not allowed in pod template");
    }
  }

  private static void spec(Field spec, Field metadata, FeatureSet features) {
    String name = metadata.at("name").text();
    Map<String, JsonNode> volumes = PodVolumeValidation.check(spec.at("volumes"), name);
    Set<String> claims = claims(spec, metadata);
    PodScope scope = new PodScope(spec, claims, volumes, features);
    new ContainerValidation(scope).check();
    if (features.enabled("PodLevelResources")) {
      ResourceValidation.ofPod(spec);
    }
    hostPorts(spec, metadata.isSet());
    spec.at("restartPolicy").requiredOneOf(RESTART_POLICIES);
    PodNames.dnsPolicy(spec);
    spec.errors()
        .addAll(
            MetadataRules.labels(spec.at("nodeSelector").value(), spec.path() + ".nodeSelector"));
    SecurityValidation.pod(spec);
    if (spec.at("shareProcessNamespace").flag() && spec.at("hostPID").flag()) {
      spec.at("shareProcessNamespace").invalid("not together with HostPID");
    }
    AffinityValidation.check(spec.at("affinity"));
    PodNames.dnsConfig(spec);
    for (Field gate : spec.at("readinessGates").items()) {
      Formats.qualifiedName(gate.at("conditionType"));
    }
    gates(spec.at("schedulingGates"));
    SpreadValidation.check(spec.at("topologySpreadConstraints"));
    OsValidation.hostProcess(spec);
    hostUsers(spec, features);
    PodNames.hostnameOverride(spec);
    names(spec);
    Field deadline = spec.at("activeDeadlineSeconds");
    if (deadline.isSet()) {
      deadline.between(1, Integer.MAX_VALUE);
    }
    labels(spec, "hostname", "subdomain");
    TolerationValidation.check(spec.at("tolerations"), features);
    PodNames.hostAliases(spec.at("hostAliases"));
    subdomains(spec, "priorityClassName");
    if (spec.has("runtimeClassName")) {
      Formats.dnsSubdomain(spec.at("runtimeClassName"));
    }
    if (spec.has("preemptionPolicy")) {
      spec.at("preemptionPolicy").requiredOneOf(PREEMPTION);
    }
    ResourceValidation.overhead(spec.at("overhead"));
    OsValidation.check(spec);
    group(spec);
    OsValidation.everyContainer(
        spec, container -> EnvironmentValidation.fileVolumes(container, spec.at("volumes")));
    responders(spec.at("evictionResponders"));
  }

  private static Set<String> claims(Field spec, Field metadata) {
    Field claims = spec.at("resourceClaims");
    if (!claims.isEmpty() && metadata.at("annotations").has(PodAnnotations.MIRROR)) {
      claims.items().forEach(one -> one.named("").forbidden("static pods have no claims"));
      return Set.of();
    }
    return PodClaimValidation.claims(claims.value(), spec.path(), spec.errors());
  }

  private static void hostPorts(Field spec, boolean pod) {
    if (!spec.at("hostNetwork").flag()) {
      return;
    }
    for (Field container : spec.at("containers").items()) {
      for (Field port : container.at("ports").items()) {
        Field host = port.at("hostPort");
        boolean counts = pod || host.number() != 0;
        if (counts && host.number() != port.at("containerPort").number()) {
          host.invalid("must match `containerPort` when `hostNetwork` is true");
        }
      }
    }
  }

  private static void gates(Field gates) {
    Set<String> names = new HashSet<>();
    for (Field gate : gates.items()) {
      Field name = gate.at("name").named(gate.path());
      Formats.qualifiedName(name);
      if (!names.add(name.text())) {
        name.duplicate();
      }
    }
  }

  private static void hostUsers(Field spec, FeatureSet features) {
    if (!spec.has("hostUsers") || spec.at("hostUsers").flag()) {
      return;
    }
    String detail = "when `hostUsers` is false";
    boolean network = spec.at("hostNetwork").flag();
    if (network && !features.enabled("UserNamespacesHostNetworkSupport")) {
      spec.at("hostNetwork").forbidden(detail);
    }
    if (spec.at("hostPID").flag()) {
      spec.at("HostPID").forbidden(detail);
    }
    if (spec.at("hostIPC").flag()) {
      spec.at("HostIPC").forbidden(detail);
    }
    OsValidation.everyContainer(
        spec,
        container -> {
          if (!container.at("volumeDevices").isEmpty()) {
            container.at("volumeDevices").forbidden(detail);
          }
        });
  }

  private static void names(Field spec) {
    subdomains(spec, "serviceAccountName");
    Field account = spec.at("serviceAccount");
    if (!account.text().equals(spec.at("serviceAccountName").text())) {
      spec.at("deprecatedServiceAccount").invalid("must be the same as serviceAccountName");
    }
    subdomains(spec, "nodeName");
  }

  private static void subdomains(Field spec, String... fields) {
    for (String field : fields) {
      if (!spec.at(field).isEmpty()) {
        Formats.dnsSubdomain(spec.at(field));
      }
    }
  }

  private static void labels(Field spec, String... fields) {
    for (String field : fields) {
      if (!spec.at(field).isEmpty()) {
        spec.at(field).invalid(NameRule.DNS_LABEL.problem(spec.at(field).text()));
      }
    }
  }

  private static void group(Field spec) {
    Field group = spec.at("schedulingGroup");
    if (!group.isSet()) {
      return;
    }
    Field name = group.at("podGroupName");
    if (name.isSet()) {
      Formats.dnsSubdomain(name);
    } else {
      name.invalid("must specify one of: `podGroupName`");
    }
    if (!spec.at("evictionResponders").isEmpty()) {
      group.forbidden("may not be set when evictionResponders is set");
    }
  }

  private static void responders(Field responders) {
    if (responders.value().size() > MOST_RESPONDERS) {
      responders.tooMany(MOST_RESPONDERS);
      return;
    }
    Set<String> names = new HashSet<>();
    for (Field responder : responders.items()) {
      Field name = responder.at("name");
      if (!names.add(name.text())) {
        responder.duplicate();
      }
      if (name.isThere()) {
        Formats.qualifiedName(name);
        if (name.text().indexOf('/') < 0) {
          name.invalid("must be a domain-prefixed name");
        }
      }
      Field priority = responder.at("priority");
      if (priority.isSet()) {
        priority.between(0, HIGHEST_PRIORITY);
      } else {
        priority.required("");
      }
    }
  }
}
