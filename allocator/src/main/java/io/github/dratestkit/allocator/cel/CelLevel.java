package io.github.dratestkit.allocator.cel;

import io.github.dratestkit.allocator.version.FeatureSet;

/**
 * What an environment knows: a mode, the version that new expressions must be compatible with, and
 * the two gates that show in the language. Equal levels share one environment.
 *
 * <p>Source: {@code apiserver/pkg/cel/environment/base.go} and {@code
 * dynamic-resource-allocation/cel/compile.go}, 1.37.
 *
 * @param mode new or stored expressions
 * @param compatibilityMinor the minor version for new expressions; of no matter for stored ones
 * @param consumableCapacity gate DRAConsumableCapacity
 * @param listTypeAttributes gate DRAListTypeAttributes
 */
record CelLevel(
    CelEnvironment.Mode mode,
    int compatibilityMinor,
    boolean consumableCapacity,
    boolean listTypeAttributes) {

  private static final int NEWEST_MINOR = Integer.MAX_VALUE;

  static CelLevel of(FeatureSet features, CelEnvironment.Mode mode) {
    return switch (mode) {
      // Stored expressions may use whatever the binary knows, whatever the gates say now.
      case STORED_EXPRESSIONS -> new CelLevel(mode, NEWEST_MINOR, true, true);
      case NEW_EXPRESSIONS ->
          new CelLevel(
              mode,
              features.minimumCompatibilityVersion().minor(),
              features.enabled("DRAConsumableCapacity"),
              features.enabled("DRAListTypeAttributes"));
    };
  }

  /** Says whether the lists extension of CEL (slice, sort, distinct and so on) is there. */
  boolean listsExtension() {
    return compatibilityMinor >= 34;
  }

  /** Says whether {@code includes} is there. */
  boolean includes() {
    return listTypeAttributes || compatibilityMinor >= 37;
  }
}
