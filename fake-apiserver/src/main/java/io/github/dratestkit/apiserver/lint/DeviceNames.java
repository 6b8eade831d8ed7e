package io.github.dratestkit.apiserver.lint;

import io.github.dratestkit.apiserver.lint.Inventory.PlacedDevice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Devices whose names do not stay: other ones in another file, or a running number or a time. */
final class DeviceNames implements Advice {

  /** Attributes that name one piece of hardware. */
  private static final List<String> IDENTITIES =
      List.of("uuid", "serial", "serialNumber", "resource.kubernetes.io/pciBusID");

  private static final Pattern MADE_UP =
      Pattern.compile(
          "(.*-)?("
              + "[0-9a-f]{8}-[0-9a-f]{4}-[1-7][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"
              + "|20\\d{12}|1[5-9]\\d{8}(\\d{3})?)");

  private static final LintRule RULE =
      LintRule.warning(
          "unstable-device-name",
          "allocated claims and taints name devices; after a new name they point nowhere or at other"
              + " hardware",
          "derive the name from something that stays, such as the slot or the order on the bus");

  private record Hardware(String driver, String pool, String attribute, String identity) {}

  @Override
  public List<LintRule> rules() {
    return List.of(RULE);
  }

  @Override
  public List<LintFinding> about(Inventory inventory) {
    List<LintFinding> findings = new ArrayList<>();
    Map<Hardware, PlacedDevice> known = new HashMap<>();
    for (PlacedDevice placed : Inventory.devices(inventory.all("resourceslices"))) {
      for (String attribute : IDENTITIES) {
        renamed(placed, attribute, known, findings);
      }
      boolean hasOwnIdentity =
          placed
              .device()
              .path("attributes")
              .path("uuid")
              .path("string")
              .asString("")
              .endsWith(placed.name());
      if (MADE_UP.matcher(placed.name()).matches() && !hasOwnIdentity) {
        findings.add(
            placed
                .slice()
                .finding(
                    RULE,
                    placed.path() + ".name",
                    placed.name() + " looks made up anew at each start"));
      }
    }
    return findings;
  }

  private static void renamed(
      PlacedDevice placed,
      String attribute,
      Map<Hardware, PlacedDevice> known,
      List<LintFinding> findings) {
    String identity =
        placed.device().path("attributes").path(attribute).path("string").asString("");
    if (identity.isEmpty()) {
      return;
    }
    var pool = Inventory.poolOf(placed.slice());
    PlacedDevice before =
        known.putIfAbsent(new Hardware(pool.driver(), pool.pool(), attribute, identity), placed);
    boolean otherState =
        before != null
            && (!before.slice().manifest().file().equals(placed.slice().manifest().file())
                || Inventory.generation(before.slice()) != Inventory.generation(placed.slice()));
    if (before != null && otherState && !before.name().equals(placed.name())) {
      findings.add(
          placed
              .slice()
              .finding(
                  RULE,
                  placed.path() + ".name",
                  "the device with "
                      + attribute
                      + " "
                      + identity
                      + " was called "
                      + before.name()
                      + " in "
                      + before.slice().manifest().file()));
    }
  }
}
