package io.github.dratestkit.apiserver.registry.kinds;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The certificates of a bundle: each once, and each that of an authority
 * (pkg/apis/certificates/validation, 1.37).
 */
final class TrustAnchors {

  private static final int NO_AUTHORITY = -1;

  private TrustAnchors() {}

  /** Returns what is wrong with a bundle. */
  static List<String> problems(String bundle) {
    List<String> problems = new ArrayList<>();
    Map<ByteBuffer, List<Integer>> anchors = new HashMap<>();
    List<Pem.Block> blocks = Pem.blocks(bundle);
    for (int i = 0; i < blocks.size(); i++) {
      Optional<String> problem = problem(blocks.get(i));
      if (problem.isPresent()) {
        problems.add("entry " + i + " " + problem.get());
      } else {
        ByteBuffer bytes = ByteBuffer.wrap(blocks.get(i).bytes());
        anchors.computeIfAbsent(bytes, none -> new ArrayList<>()).add(i);
      }
    }
    if (!problems.isEmpty()) {
      return problems;
    }
    if (anchors.isEmpty()) {
      return List.of("at least one trust anchor must be provided");
    }
    return anchors.values().stream()
        .filter(places -> places.size() > 1)
        .map(places -> "duplicate trust anchor (indices " + places + ")")
        .toList();
  }

  private static Optional<String> problem(Pem.Block block) {
    if (!block.type().equals("CERTIFICATE")) {
      return Optional.of("has bad block type: " + block.type());
    }
    if (block.hasHeaders()) {
      return Optional.of("has PEM block headers");
    }
    Optional<X509Certificate> certificate = parse(block.bytes());
    if (certificate.isEmpty()) {
      return Optional.of("does not parse as X.509");
    }
    return certificate.get().getBasicConstraints() == NO_AUTHORITY
        ? Optional.of("does not have the CA bit set")
        : Optional.empty();
  }

  private static Optional<X509Certificate> parse(byte[] bytes) {
    ByteArrayInputStream stream = new ByteArrayInputStream(bytes);
    try {
      var certificate = CertificateFactory.getInstance("X.509").generateCertificate(stream);
      return stream.available() == 0 && certificate instanceof X509Certificate one
          ? Optional.of(one)
          : Optional.empty();
    } catch (CertificateException unreadable) {
      return Optional.empty();
    }
  }
}
