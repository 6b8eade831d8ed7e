package io.github.dratestkit.apiserver;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.access.AccessSetting;
import io.github.dratestkit.apiserver.catalog.RuntimeConfig;
import io.github.dratestkit.apiserver.store.WatchHistory;
import io.github.dratestkit.apiserver.time.Identity;
import io.github.dratestkit.apiserver.time.SeededIdentity;
import io.github.dratestkit.apiserver.time.SystemTimers;
import io.github.dratestkit.apiserver.time.Timers;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * How a server shall be. Immutable; presets are turned with {@link #toBuilder}.
 *
 * <p>{@link #kubernetes} is a server of that version with its default gates and default versions of
 * the API, the system's clock, and no access control.
 */
public final class ClusterConfig {

  private final FeatureSet features;
  private final RuntimeConfig runtimeConfig;
  private final WatchHistory watchHistory;
  private final Supplier<Timers> timers;
  private final Supplier<Identity> identity;
  private final AccessSetting access;

  private ClusterConfig(Builder builder) {
    this.features = FeatureSet.of(builder.version, builder.gates);
    this.runtimeConfig = RuntimeConfig.parse(builder.runtimeConfig);
    this.watchHistory = builder.watchHistory;
    this.timers = builder.timers;
    this.identity = builder.identity;
    this.access = builder.access;
  }

  /**
   * Returns the preset of a version, such as {@code 1.37}.
   *
   * @throws IllegalArgumentException if the version is not known
   */
  public static ClusterConfig kubernetes(String version) {
    return new Builder(KubernetesVersion.parse(version)).build();
  }

  /** Returns a builder for a version. */
  public static Builder builder(KubernetesVersion version) {
    return new Builder(version);
  }

  /** Returns version and feature gates. */
  public FeatureSet features() {
    return features;
  }

  RuntimeConfig runtimeConfig() {
    return runtimeConfig;
  }

  WatchHistory watchHistory() {
    return watchHistory;
  }

  Timers newTimers() {
    return timers.get();
  }

  Identity newIdentity() {
    return identity.get();
  }

  /** Returns who may do what, and whom the server knows by which token. */
  public AccessSetting access() {
    return access;
  }

  /** Puts a configuration together. */
  public static final class Builder {

    private final KubernetesVersion version;
    private Map<String, Boolean> gates = Map.of();
    private List<String> runtimeConfig = List.of();
    private WatchHistory watchHistory = WatchHistory.DEFAULT;
    private Supplier<Timers> timers = SystemTimers::new;
    private Supplier<Identity> identity = () -> new SeededIdentity(System.nanoTime());
    private AccessSetting access = AccessSetting.OPEN;

    private Builder(KubernetesVersion version) {
      this.version = version;
    }

    /** Sets feature gates otherwise than by default. */
    public Builder featureGates(Map<String, Boolean> newGates) {
      gates = Map.copyOf(newGates);
      return this;
    }

    /** Switches versions of the API on, such as {@code api/all=true}. */
    public Builder runtimeConfig(List<String> newRuntimeConfig) {
      runtimeConfig = List.copyOf(newRuntimeConfig);
      return this;
    }

    /** Sets how much of the past is remembered. */
    public Builder watchHistory(WatchHistory newHistory) {
      watchHistory = newHistory;
      return this;
    }

    /** Sets the clock; it belongs to the caller. */
    public Builder timers(Timers newTimers) {
      timers = () -> newTimers;
      return this;
    }

    /** Makes uids and generated names follow from a seed. */
    public Builder seed(long seed) {
      identity = () -> new SeededIdentity(seed);
      return this;
    }

    /** Sets who may do what; by default everybody may do everything. */
    public Builder access(AccessSetting newAccess) {
      access = newAccess;
      return this;
    }

    /**
     * Returns the configuration.
     *
     * @throws IllegalArgumentException if gates or runtime configuration make no sense
     */
    public ClusterConfig build() {
      return new ClusterConfig(this);
    }
  }
}
