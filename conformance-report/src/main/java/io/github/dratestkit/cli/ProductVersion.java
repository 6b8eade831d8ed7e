package io.github.dratestkit.cli;

import io.github.dratestkit.allocator.version.KubernetesVersion;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class ProductVersion implements IVersionProvider {

  @Override
  public String[] getVersion() {
    String version = ProductVersion.class.getPackage().getImplementationVersion();
    return new String[] {
      "DRA Testkit " + (version == null ? "(development)" : version),
      "Kubernetes " + KubernetesVersion.LATEST + " (older: --kubernetes)"
    };
  }
}
