package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What may be asked of a signer (pkg/apis/certificates/validation, 1.37). Of the request itself it
 * is looked at whether it is a block of PEM for that, not at what is signed in it.
 */
final class CertificateRequests {

  private static final String LEGACY_SIGNER = "kubernetes.io/legacy-unknown";
  private static final long SHORTEST = 600;
  private static final List<String> USAGES =
      List.of(
          "any",
          "cert sign",
          "client auth",
          "code signing",
          "content commitment",
          "crl sign",
          "data encipherment",
          "decipher only",
          "digital signature",
          "email protection",
          "encipher only",
          "ipsec end system",
          "ipsec tunnel",
          "ipsec user",
          "key agreement",
          "key encipherment",
          "microsoft sgc",
          "netscape sgc",
          "ocsp signing",
          "s/mime",
          "server auth",
          "signing",
          "timestamping");

  private CertificateRequests() {}

  /** Checks the spec of a new request. */
  static void check(Field spec) {
    if (!isRequest(spec.at("request"))) {
      spec.at("request").invalid("PEM block type must be CERTIFICATE REQUEST");
    }
    Field usages = spec.at("usages");
    usages.isThere();
    usages.items().forEach(usage -> usage.oneOf(USAGES));
    Set<String> seen = new HashSet<>();
    usages.items().stream().filter(usage -> !seen.add(usage.text())).forEach(Field::duplicate);
    Field signer = spec.at("signerName");
    if (signer.text().equals(LEGACY_SIGNER)) {
      signer.invalid("the legacy signerName is not allowed via this API version");
    } else {
      SignerNames.check(signer);
    }
    Field seconds = spec.at("expirationSeconds");
    if (seconds.isSet() && seconds.number() < SHORTEST) {
      seconds.invalid("may not specify a duration less than 600 seconds (10 minutes)");
    }
  }

  private static boolean isRequest(Field request) {
    String text =
        new String(Base64.getDecoder().decode(request.text()), StandardCharsets.ISO_8859_1);
    List<Pem.Block> blocks = Pem.blocks(text);
    return !blocks.isEmpty() && blocks.get(0).type().equals("CERTIFICATE REQUEST");
  }
}
