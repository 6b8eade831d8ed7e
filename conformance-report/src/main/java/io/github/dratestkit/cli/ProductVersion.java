package io.github.dratestkit.cli;

import io.github.dratestkit.allocator.version.KubernetesVersion;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class ProductVersion implements IVersionProvider {

  /** Returns the product and its version, for reports. */
  static String product() {
    String version = ProductVersion.class.getPackage().getImplementationVersion();
    return "DRA Testkit " + (version == null ? "(development)" : version);
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      product(), "Kubernetes " + KubernetesVersion.LATEST + " (older: --kubernetes)"
    };
  }
}
