package io.github.dratestkit.report;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What shall be played and where the report goes.
 *
 * @param product name and version of the testkit
 * @param tags a tag expression of the user, empty for none
 * @param scenario the id of the only scenario to play, empty for all
 * @param gates the feature gates set otherwise than by default
 * @param hardware as on the command line
 */
public record ConformanceRequest(
    String product,
    Profile profile,
    String tags,
    String scenario,
    SortedMap<String, Boolean> gates,
    List<String> hardware,
    long seed,
    Path folder) {

  /** Who is certified. */
  public enum Profile {
    DRIVER,
    CONTROL_PLANE,
    SCHEDULER,
    ALL
  }

  public ConformanceRequest {
    gates = new TreeMap<>(gates);
    hardware = List.copyOf(hardware);
  }

  /** Returns the tags of profile, hardware and user together. */
  Optional<String> tagExpression() {
    String ofProfile =
        switch (profile) {
          case DRIVER -> "@driver";
          case CONTROL_PLANE -> "@control-plane";
          case SCHEDULER -> "@scheduler";
          case ALL -> "";
        };
    // Whoever brings hardware wants to know about that, and nobody else about none.
    String ofHardware = hardware.isEmpty() ? "not @own-hardware" : "@own-hardware";
    return List.of(ofProfile, ofHardware, tags).stream()
        .filter(part -> !part.isEmpty())
        .map(part -> "(" + part + ")")
        .reduce((left, right) -> left + " and " + right);
  }
}
