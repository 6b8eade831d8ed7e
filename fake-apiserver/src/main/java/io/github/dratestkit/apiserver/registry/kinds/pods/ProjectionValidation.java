package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.Labels;
import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.Paths;
import io.github.dratestkit.apiserver.registry.kinds.rules.SelectorValidation;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What is projected into one volume (validateProjectionSources, core validation, 1.37). */
final class ProjectionValidation {

  private static final long SHORTEST_TOKEN = 600;
  private static final long LONGEST_TOKEN = 1L << 32;
  private static final long SHORTEST_CERTIFICATE = 3_600;
  private static final long LONGEST_CERTIFICATE = 91L * 24 * 3_600;
  private static final long LONGEST_OF_KUBERNETES = 24 * 3_600;
  private static final List<String> KEY_TYPES =
      List.of("ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519", "RSA3072", "RSA4096");

  private final Field volume;
  private final Set<String> paths = new HashSet<>();

  private ProjectionValidation(Field volume) {
    this.volume = volume;
  }

  static void check(Field volume) {
    PodVolumeValidation.defaults(volume);
    ProjectionValidation rules = new ProjectionValidation(volume);
    volume.at("sources").items().forEach(rules::source);
  }

  private void source(Field source) {
    files(source.at("secret"));
    files(source.at("configMap"));
    for (Field file : source.at("downwardAPI", "items").items()) {
      PodVolumeValidation.downwardFile(file.named(source.path() + ".downwardAPI"));
      once(file.at("path"));
    }
    if (source.has("serviceAccountToken")) {
      token(source.at("serviceAccountToken"));
    }
    if (source.has("clusterTrustBundle")) {
      trustBundle(source.at("clusterTrustBundle"));
    }
    if (source.has("podCertificate")) {
      certificate(source.at("podCertificate"));
    }
    if (source.keys().stream().filter(source::has).count() > 1) {
      source.forbidden("may not specify more than 1 volume type per source");
    }
  }

  private void files(Field source) {
    if (!source.isSet()) {
      return;
    }
    source.at("name").isThere();
    for (Field item : source.at("items").items()) {
      PodVolumeValidation.keyToPath(item);
      once(item.at("path"));
    }
  }

  private void once(Field path) {
    if (!path.isEmpty() && !paths.add(path.text())) {
      volume.invalid("conflicting duplicate paths");
    }
  }

  private void token(Field token) {
    Field seconds = token.at("expirationSeconds");
    if (!seconds.isSet()) {
      seconds.required("");
    } else if (seconds.number() < SHORTEST_TOKEN || seconds.number() > LONGEST_TOKEN) {
      seconds.invalid("must be between 10 minutes and 2^32 seconds");
    }
    Field path = token.at("path").named(volume.path() + ".path");
    if (path.isThere()) {
      Paths.descendingAndFree(path);
    }
    Formats.identity(token.at("user"));
  }

  private void trustBundle(Field bundle) {
    Field name = bundle.at("name");
    Field signer = bundle.at("signerName");
    if (name.isSet() && signer.isSet()) {
      bundle.invalid("only one of name and signerName may be used");
    } else if (name.isSet()) {
      if (name.isEmpty()) {
        name.required("must be a valid object name");
      }
      trustBundleName(name);
      if (bundle.has("labelSelector")) {
        bundle.at("labelSelector").invalid("must be unset if name is specified");
      }
    } else if (signer.isSet()) {
      if (signer.isEmpty()) {
        signer.required("must be a valid signer name");
      }
      SignerName.check(signer);
      SelectorValidation.check(bundle.at("labelSelector"));
    } else {
      bundle.required("either name or signerName must be specified");
    }
    Field path = bundle.at("path");
    path.isThere();
    Formats.identity(bundle.at("user"));
    Paths.descendingAndFree(path);
    if (!paths.add(path.text())) {
      volume.invalid("conflicting duplicate paths");
    }
  }

  // A bundle of a signer has the signer's name before a colon.
  private static void trustBundleName(Field name) {
    String text = name.text();
    int colon = text.lastIndexOf(':');
    name.invalid(NameRule.DNS_SUBDOMAIN.problem(colon < 0 ? text : text.substring(colon + 1)));
  }

  private void certificate(Field certificate) {
    SignerName.check(certificate.at("signerName"));
    for (String key : certificate.at("userAnnotations").keys()) {
      boolean prefixed = key.indexOf('/') > 0;
      if (!prefixed || !Labels.keyProblems(key.toLowerCase(Locale.ROOT)).isEmpty()) {
        certificate.at("userAnnotations").invalid("must be a domain-prefixed key");
      }
    }
    Formats.identity(certificate.at("user"));
    certificate.at("keyType").oneOf(KEY_TYPES);
    Field seconds = certificate.at("maxExpirationSeconds");
    if (seconds.isSet()) {
      boolean own = certificate.at("signerName").text().startsWith("kubernetes.io/");
      long longest = own ? LONGEST_OF_KUBERNETES : LONGEST_CERTIFICATE;
      if (seconds.number() < SHORTEST_CERTIFICATE || seconds.number() > longest) {
        seconds.invalid("must be between 3600 and " + longest);
      }
    }
    boolean found = false;
    for (String field : List.of("credentialBundlePath", "keyPath", "certificateChainPath")) {
      Field path = certificate.at(field);
      if (!path.isEmpty()) {
        found = true;
        Paths.descendingAndFree(path);
        once(path);
      }
    }
    if (!found) {
      certificate.required(
          "at least one of credentialBundlePath, keyPath, and certificateChainPath");
    }
  }
}
