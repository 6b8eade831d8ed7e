package io.github.dratestkit.apiserver.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;

/**
 * What any Kubernetes client needs to reach a server, in the format they all read.
 *
 * @param server the URL of the server
 * @param authority the certificate to trust, PEM; none for plain HTTP
 * @param token the bearer token to show; none for nobody in particular
 */
public record Kubeconfig(String server, Optional<String> authority, Optional<String> token) {

  /**
   * The token of the administrator, as in the recorded clusters. A configuration without any lets
   * kubectl ask for a user name, even where the server asks for nobody's.
   */
  public static final String ADMINISTRATOR_TOKEN = "admin-token";

  private static final String NAME = "dra-testkit";

  public Kubeconfig {
    Objects.requireNonNull(server, "server is null");
    Objects.requireNonNull(authority, "authority is null");
    Objects.requireNonNull(token, "token is null");
  }

  /** Returns a configuration for a front, for its administrator. */
  public static Kubeconfig of(HttpFront front) {
    return new Kubeconfig(
        front.url(), front.authorityCertificate(), Optional.of(ADMINISTRATOR_TOKEN));
  }

  /** Returns this configuration for the user who holds {@code newToken}. */
  public Kubeconfig withToken(String newToken) {
    return new Kubeconfig(server, authority, Optional.of(newToken));
  }

  /** Returns the configuration as YAML. */
  public String yaml() {
    StringBuilder text = new StringBuilder("apiVersion: v1\nkind: Config\nclusters:\n");
    text.append("- name: ").append(NAME).append("\n  cluster:\n    server: ").append(server);
    authority.ifPresent(
        pem -> text.append("\n    certificate-authority-data: ").append(base64(pem)));
    text.append("\nusers:\n- name: ").append(NAME).append("\n  user: ");
    text.append(
        token.map(secret -> "\n    token: '" + secret.replace("'", "''") + "'").orElse("{}"));
    text.append("\ncontexts:\n- name: ").append(NAME).append("\n  context:\n    cluster: ");
    text.append(NAME).append("\n    user: ").append(NAME).append("\ncurrent-context: ");
    return text.append(NAME).append('\n').toString();
  }

  /** Writes the configuration to a file that only its owner may read, where files have owners. */
  public void write(Path file) {
    try {
      Files.deleteIfExists(file);
      Files.writeString(file, "");
      if (Files.getFileAttributeView(file, PosixFileAttributeView.class) != null) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      }
      Files.writeString(file, yaml());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the kubeconfig to " + file, e);
    }
  }

  private static String base64(String pem) {
    return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));
  }
}
