package io.github.dratestkit.apiserver.lint;

import io.github.dratestkit.apiserver.lint.Inventory.PlacedDevice;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Attributes that mean a standard thing under a bare name, or the other way round. */
final class AttributeNames implements Advice {

  private static final String STANDARD = "resource.kubernetes.io/";

  /** What Kubernetes and its own drivers publish there, and the type that it has. */
  private static final Map<String, String> KNOWN =
      Map.of(
          "pcieRoot", "string",
          "pciBusID", "string",
          "numaNode", "int",
          "hugeTLB", "bool",
          "pageSize", "string");

  /** How the texts are written ({@code dynamic-resource-allocation/deviceattribute}, 1.37). */
  private static final Map<String, Pattern> FORMATS =
      Map.of(
          "pcieRoot", Pattern.compile("pci[0-9a-f]{4}:[0-9a-f]{2}"),
          "pciBusID", Pattern.compile("[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]"));

  /** What drivers call standard attributes when they do not know them, in lower case. */
  private static final Map<String, String> ALIASES =
      Map.ofEntries(
          Map.entry("pcieroot", "pcieRoot"),
          Map.entry("pcieroots", "pcieRoot"),
          Map.entry("pciroot", "pcieRoot"),
          Map.entry("pcibusid", "pciBusID"),
          Map.entry("pciaddress", "pciBusID"),
          Map.entry("busid", "pciBusID"),
          Map.entry("numanode", "numaNode"),
          Map.entry("numa", "numaNode"));

  private static final LintRule UNQUALIFIED =
      LintRule.warning(
          "unqualified-attribute",
          "constraints over several drivers compare one fully qualified name, so a name of the"
              + " driver's own never matches another driver's",
          "publish it under the standard name as well");
  private static final LintRule NOT_STANDARD =
      LintRule.warning(
          "not-standard-attribute",
          "the domain resource.kubernetes.io is for names that Kubernetes defines; others may get"
              + " another meaning later",
          "use the driver's own domain");

  private static final LintRule VALUE =
      LintRule.warning(
          "standard-attribute-value",
          "constraints compare the values of all drivers; one that is written in another way equals"
              + " none of them",
          "write it as Kubernetes does: pcieRoot pci0000:00, pciBusID 0000:3b:00.0, numaNode a"
              + " number from 0, left out where there is none");

  @Override
  public List<LintRule> rules() {
    return List.of(UNQUALIFIED, NOT_STANDARD, VALUE);
  }

  @Override
  public List<LintFinding> about(Inventory inventory) {
    List<LintFinding> findings = new ArrayList<>();
    for (Subject slice : inventory.all("resourceslices")) {
      Set<String> seen = new HashSet<>();
      for (PlacedDevice placed : Inventory.devices(List.of(slice))) {
        for (String name : placed.device().path("attributes").propertyNames()) {
          if (seen.add(name)) {
            check(placed, name, findings);
          }
        }
      }
    }
    return findings;
  }

  private static void standard(
      PlacedDevice placed, String path, String identifier, List<LintFinding> findings) {
    String type = KNOWN.get(identifier);
    if (type == null) {
      String message = STANDARD + identifier + " is no standard attribute";
      findings.add(placed.slice().finding(NOT_STANDARD, path, message));
      return;
    }
    JsonNode attribute = placed.device().path("attributes").path(STANDARD + identifier);
    for (Map.Entry<String, JsonNode> value : attribute.properties()) {
      Iterable<JsonNode> all =
          value.getValue().isArray() ? value.getValue() : List.of(value.getValue());
      for (JsonNode one : all) {
        if (!value.getKey().startsWith(type) || !isWellFormed(identifier, one)) {
          String message = "this is no value of " + identifier + ": " + one;
          findings.add(placed.slice().finding(VALUE, path, message));
        }
      }
    }
  }

  private static boolean isWellFormed(String identifier, JsonNode value) {
    Pattern format = FORMATS.get(identifier);
    return format != null
        ? format.matcher(value.asString("")).matches()
        : !identifier.equals("numaNode") || value.asLong(-1) >= 0;
  }

  private static void check(PlacedDevice placed, String name, List<LintFinding> findings) {
    String path = placed.path() + ".attributes[" + name + "]";
    String identifier = name.substring(name.indexOf('/') + 1);
    boolean bare = name.indexOf('/') < 0;
    String standard = ALIASES.getOrDefault(identifier.toLowerCase(java.util.Locale.ROOT), "");
    if (name.startsWith(STANDARD)) {
      standard(placed, path, identifier, findings);
    } else if (bare
        && !standard.isEmpty()
        && !placed.device().path("attributes").has(STANDARD + standard)) {
      findings.add(
          placed.slice().finding(UNQUALIFIED, path, name + " looks like " + STANDARD + standard));
    }
  }
}
