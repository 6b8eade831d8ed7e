package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.Labels;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How a container's environment and files refer to what is known of its pod. */
final class FieldReferences {

  static final List<String> IN_FILES =
      List.of(
          "metadata.annotations",
          "metadata.labels",
          "metadata.name",
          "metadata.namespace",
          "metadata.uid");
  static final List<String> IN_ENVIRONMENT =
      List.of(
          "metadata.name",
          "metadata.namespace",
          "metadata.uid",
          "spec.nodeName",
          "spec.serviceAccountName",
          "status.hostIP",
          "status.hostIPs",
          "status.podIP",
          "status.podIPs");
  // ConvertDownwardAPIFieldLabel, pkg/apis/core/pods/helpers.go.
  private static final Set<String> CONVERTIBLE =
      Set.of(
          "metadata.annotations",
          "metadata.labels",
          "metadata.name",
          "metadata.namespace",
          "metadata.uid",
          "spec.nodeName",
          "spec.restartPolicy",
          "spec.serviceAccountName",
          "spec.schedulerName",
          "status.phase",
          "status.hostIP",
          "status.hostIPs",
          "status.podIP",
          "status.podIPs",
          "spec.host");
  private static final List<String> RESOURCES =
      List.of(
          "limits.cpu",
          "limits.ephemeral-storage",
          "limits.memory",
          "requests.cpu",
          "requests.ephemeral-storage",
          "requests.memory");
  private static final Set<String> DIVISORS_OF_CPU = Set.of("1m", "1");
  private static final Set<String> DIVISORS_OF_BYTES =
      Set.of("1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei");
  private static final Pattern SUBSCRIPT = Pattern.compile("(.*?)\\['(.*)'\\]");

  private FieldReferences() {}

  /** A field of the pod, one of those that may be used in this place. */
  static void object(Field reference, List<String> usable) {
    if (!reference.at("apiVersion").isThere() || !reference.at("fieldPath").isThere()) {
      return;
    }
    Field path = reference.at("fieldPath");
    Matcher subscripted = SUBSCRIPT.matcher(path.text());
    boolean hasSubscript = subscripted.matches();
    String base = hasSubscript ? subscripted.group(1) : path.text();
    boolean convertible =
        hasSubscript
            ? base.equals("metadata.annotations") || base.equals("metadata.labels")
            : CONVERTIBLE.contains(base);
    if (!reference.at("apiVersion").text().equals("v1") || !convertible) {
      path.invalid("error converting fieldPath");
    } else if (hasSubscript) {
      String key = subscripted.group(2);
      boolean annotation = base.equals("metadata.annotations");
      Labels.keyProblems(annotation ? key.toLowerCase(Locale.ROOT) : key)
          .forEach(reference::invalid);
    } else if (!usable.contains(base)) {
      path.notSupported(usable);
    }
  }

  static void resourceOfVolume(Field reference) {
    if (reference.at("containerName").isEmpty()) {
      reference.at("containerName").required("");
      divisor(reference);
    } else {
      resource(reference);
    }
  }

  static void resource(Field reference) {
    Field resource = reference.at("resource");
    if (resource.isThere() && !RESOURCES.contains(resource.text()) && !ofHugePages(resource)) {
      resource.notSupported(RESOURCES);
    }
    divisor(reference);
  }

  private static boolean ofHugePages(Field resource) {
    return resource.text().startsWith("limits.hugepages-")
        || resource.text().startsWith("requests.hugepages-");
  }

  private static void divisor(Field reference) {
    Field divisor = reference.at("divisor");
    Field resource = reference.at("resource");
    if (!divisor.isSet() || divisor.quantity().sign() == 0) {
      return;
    }
    boolean known = RESOURCES.contains(resource.text()) || ofHugePages(resource);
    Set<String> usable = resource.text().endsWith(".cpu") ? DIVISORS_OF_CPU : DIVISORS_OF_BYTES;
    if (known && !usable.contains(divisor.quantity().toString())) {
      divisor.invalid("only " + usable + " are supported with " + resource.text());
    }
  }
}
