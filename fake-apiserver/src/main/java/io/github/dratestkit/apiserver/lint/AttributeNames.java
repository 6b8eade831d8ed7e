package io.github.dratestkit.apiserver.lint;

import io.github.dratestkit.apiserver.lint.Inventory.PlacedDevice;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Attributes that mean a standard thing under a bare name, or the other way round. */
final class AttributeNames implements Advice {

  private static final String STANDARD = "resource.kubernetes.io/";

  /** What Kubernetes and its own drivers publish there. */
  private static final Set<String> KNOWN =
      Set.of("pcieRoot", "pciBusID", "numaNode", "hugeTLB", "pageSize");

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

  private static final Rule UNQUALIFIED =
      Rule.warning(
          "unqualified-attribute",
          "constraints over several drivers compare one fully qualified name, so a name of the"
              + " driver's own never matches another driver's",
          "publish it under the standard name as well");
  private static final Rule NOT_STANDARD =
      Rule.warning(
          "not-standard-attribute",
          "the domain resource.kubernetes.io is for names that Kubernetes defines; others may get"
              + " another meaning later",
          "use the driver's own domain");

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

  private static void check(PlacedDevice placed, String name, List<LintFinding> findings) {
    String path = placed.path() + ".attributes[" + name + "]";
    String identifier = name.substring(name.indexOf('/') + 1);
    boolean bare = name.indexOf('/') < 0;
    String standard = ALIASES.getOrDefault(identifier.toLowerCase(java.util.Locale.ROOT), "");
    if (name.startsWith(STANDARD)) {
      if (!KNOWN.contains(identifier)) {
        findings.add(
            placed.slice().finding(NOT_STANDARD, path, name + " is no standard attribute"));
      }
    } else if (bare
        && !standard.isEmpty()
        && !placed.device().path("attributes").has(STANDARD + standard)) {
      findings.add(
          placed.slice().finding(UNQUALIFIED, path, name + " looks like " + STANDARD + standard));
    }
  }
}
