package io.github.dratestkit.apiserver.describe;

import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;

/** The hash by which migrators know in which version a kind is stored. */
final class StorageHash {

  /** Kinds that are not stored in the version in which they are first offered (1.37). */
  private static final Map<String, String> STORED_IN = Map.of("devicetaintrules", "v1beta2");

  private StorageHash() {}

  static String of(ServedResource resource) {
    String version =
        STORED_IN.getOrDefault(resource.resource().resource(), resource.kind().version());
    // Events have two groups and one storage.
    String group = resource.kind().kind().equals("Event") ? "" : resource.kind().group();
    return of(group + "/" + version + "/" + resource.kind().kind());
  }

  /** Returns the hash of the version in which objects of a custom resource are kept. */
  static String of(GroupVersionKind kind) {
    return of(kind.apiVersion() + "/" + kind.kind());
  }

  private static String of(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(Arrays.copyOf(hash, 8));
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every Java has SHA-256", missing);
    }
  }
}
