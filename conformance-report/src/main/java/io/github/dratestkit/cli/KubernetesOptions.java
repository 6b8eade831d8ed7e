package io.github.dratestkit.cli;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that choose a Kubernetes: version, feature gates, versions of the API. */
final class KubernetesOptions {

  @Option(
      names = "--kubernetes",
      paramLabel = "VERSION",
      defaultValue = "1.37",
      converter = VersionConverter.class,
      description = "Kubernetes version: 1.34, 1.35, 1.36 or 1.37 (default: ${DEFAULT-VALUE}).")
  private KubernetesVersion version = KubernetesVersion.LATEST;

  @Option(
      names = "--feature-gates",
      paramLabel = "GATE=BOOL",
      split = ",",
      description = "Feature gates, such as DRADeviceTaints=true,AllAlpha=false.")
  private Map<String, Boolean> gates = Map.of();

  @Option(
      names = "--runtime-config",
      paramLabel = "KEY=BOOL",
      split = ",",
      description = "Versions of the API to serve, such as api/all=true.")
  private List<String> runtimeConfig = List.of();

  KubernetesVersion version() {
    return version;
  }

  SortedMap<String, Boolean> gates() {
    return new TreeMap<>(gates);
  }

  List<String> runtimeConfig() {
    return List.copyOf(runtimeConfig);
  }

  FeatureSet features() {
    return FeatureSet.of(version, gates);
  }

  private static final class VersionConverter implements ITypeConverter<KubernetesVersion> {
    @Override
    public KubernetesVersion convert(String text) {
      try {
        return KubernetesVersion.parse(text);
      } catch (IllegalArgumentException unknown) {
        throw new TypeConversionException(unknown.getMessage());
      }
    }
  }
}
