package io.github.dratestkit.cli;

import io.github.dratestkit.drivers.hardware.Hardware;
import io.github.dratestkit.explain.Situation;
import io.github.dratestkit.features.target.ClusterTarget;
import io.github.dratestkit.features.target.HardwareUnderTest;
import io.github.dratestkit.features.target.InProcessTarget;
import io.github.dratestkit.features.target.Target;
import io.github.dratestkit.report.Conformance;
import io.github.dratestkit.report.ConformanceRequest;
import io.github.dratestkit.report.ConformanceRequest.Profile;
import io.github.dratestkit.report.ConformanceRun;
import io.github.dratestkit.report.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dra conformance}: plays the specifications and writes the report. */
@Command(
    name = "conformance",
    description = "Plays the specifications and writes a report. Exit code 1 unless conformant.")
final class ConformanceCommand implements Callable<Integer> {

  @Mixin private final KubernetesOptions kubernetes = new KubernetesOptions();

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      defaultValue = "all",
      converter = ProfileName.class,
      description = "Who is certified: driver, control-plane, scheduler or all (default).")
  private Profile profile = Profile.ALL;

  @Option(
      names = "--tags",
      paramLabel = "EXPR",
      defaultValue = "",
      description = "Only scenarios with these tags, such as \"@core and not @scheduler\".")
  private String tags = "";

  @Option(
      names = "--scenario",
      paramLabel = "ID",
      defaultValue = "",
      description = "Only this one, such as CountAndAll1[2].")
  private String scenario = "";

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "Play against this cluster instead of the testkit's own server.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--hardware",
      paramLabel = "NAME[:COUNT]|FILE",
      description = "Hardware to certify: a model, or ResourceSlices as a cluster prints them.")
  private List<String> hardware = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "target/conformance",
      description = "Folder of the report (default: ${DEFAULT-VALUE}).")
  private Path out = Path.of("target", "conformance");

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of everything random (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Override
  public Integer call() throws IOException {
    ConformanceRequest request =
        new ConformanceRequest(
            ProductVersion.product(),
            profile,
            tags,
            scenario,
            kubernetes.gates(),
            hardware,
            seed,
            out);
    HardwareUnderTest.use(hardware.stream().map(Hardware::parse).toList());
    refuseWhatTheServerWould();
    try (Target target = target()) {
      ConformanceRun run =
          Conformance.run(
              target,
              request,
              InstantSource.system(),
              Terminal.ofProcess(System.getenv(), System.console() != null));
      return run.conformant() ? 0 : 1;
    }
  }

  // A file with a slice that no server accepts is wrong input, not a failing scenario.
  private void refuseWhatTheServerWould() {
    List<Path> files = hardware.stream().map(Path::of).filter(Files::isRegularFile).toList();
    if (!files.isEmpty()) {
      Situation.ofFiles(files, kubernetes.version(), kubernetes.gates());
    }
  }

  private Target target() throws IOException {
    if (kubeconfig == null) {
      return InProcessTarget.start(
          kubernetes.version(), kubernetes.gates(), kubernetes.runtimeConfig(), seed);
    }
    try {
      return ClusterTarget.connect(Files.readString(kubeconfig));
    } catch (NoSuchFileException missing) {
      throw new InputException(kubeconfig + ": there is no such file");
    }
  }

  private static final class ProfileName implements ITypeConverter<Profile> {
    @Override
    public Profile convert(String text) {
      return Profile.valueOf(text.toUpperCase(java.util.Locale.ROOT).replace('-', '_'));
    }
  }
}
