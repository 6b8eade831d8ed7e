package io.github.dratestkit.apiserver.http;

import io.github.dratestkit.apiserver.access.AccessSetting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What any Kubernetes client needs to reach a server, in the format they all read.
 *
 * @param server the URL of the server
 * @param authority the certificate to trust, PEM; none for plain HTTP
 * @param tokens the bearer tokens to show, by the name of their user; the first is used unless
 *     another context is asked for; none for nobody in particular
 */
public record Kubeconfig(String server, Optional<String> authority, Map<String, String> tokens) {

  /**
   * The token of the administrator, as in the recorded clusters. A configuration without any lets
   * kubectl ask for a user name, even where the server asks for nobody's.
   */
  public static final String ADMINISTRATOR_TOKEN = AccessSetting.ADMINISTRATOR_TOKEN;

  private static final String NAME = "dra-testkit";

  public Kubeconfig {
    Objects.requireNonNull(server, "server is null");
    Objects.requireNonNull(authority, "authority is null");
    tokens = Collections.unmodifiableMap(new LinkedHashMap<>(tokens));
  }

  /** Returns a configuration for a front, for its administrator. */
  public static Kubeconfig of(HttpFront front) {
    return new Kubeconfig(
        front.url(), front.authorityCertificate(), Map.of(NAME, ADMINISTRATOR_TOKEN));
  }

  /** Returns a configuration for a front with a context for each user that a server knows. */
  public static Kubeconfig of(HttpFront front, AccessSetting access) {
    Map<String, String> tokens = new LinkedHashMap<>();
    access.users().forEach((token, user) -> tokens.putIfAbsent(user.name(), token));
    return new Kubeconfig(front.url(), front.authorityCertificate(), tokens);
  }

  /** Returns this configuration for the user who holds {@code newToken}. */
  public Kubeconfig withToken(String newToken) {
    return new Kubeconfig(server, authority, Map.of(NAME, newToken));
  }

  /** Returns the configuration as YAML. */
  public String yaml() {
    StringBuilder text = new StringBuilder("apiVersion: v1\nkind: Config\nclusters:\n");
    text.append("- name: ").append(NAME).append("\n  cluster:\n    server: ").append(server);
    authority.ifPresent(
        pem -> text.append("\n    certificate-authority-data: ").append(base64(pem)));
    Map<String, String> users = tokens.isEmpty() ? Map.of(NAME, "") : tokens;
    text.append("\nusers:\n");
    users.forEach(
        (name, token) ->
            text.append("- name: ")
                .append(quoted(name))
                .append("\n  user: ")
                .append(token.isEmpty() ? "{}" : "\n    token: " + quoted(token))
                .append('\n'));
    text.append("contexts:\n");
    users.forEach(
        (name, token) ->
            text.append("- name: ")
                .append(quoted(name))
                .append("\n  context:\n    cluster: ")
                .append(NAME)
                .append("\n    user: ")
                .append(quoted(name))
                .append('\n'));
    return text.append("current-context: ")
        .append(quoted(users.keySet().iterator().next()))
        .append('\n')
        .toString();
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

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private static String base64(String pem) {
    return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));
  }
}
