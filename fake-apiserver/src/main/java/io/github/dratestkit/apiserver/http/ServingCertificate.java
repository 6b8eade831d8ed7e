package io.github.dratestkit.apiserver.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.IPAddress;

/**
 * A certificate for the server and the authority that signed it, both made on the spot and kept in
 * memory only. The authority is what clients are told to trust.
 */
final class ServingCertificate {

  /** The names under which Kubernetes' own server may be reached, and the loopback. */
  private static final Set<String> NAMES =
      Collections.unmodifiableSet(
          new LinkedHashSet<>(
              Arrays.asList(
                  "localhost",
                  "kubernetes",
                  "kubernetes.default",
                  "kubernetes.default.svc",
                  "kubernetes.default.svc.cluster.local",
                  "127.0.0.1",
                  "::1")));

  /** Clocks of client and server may differ a little. */
  private static final Duration SKEW = Duration.ofHours(1);

  private static final Duration LIFETIME = Duration.ofDays(365);
  private static final String SIGNATURE = "SHA256withECDSA";
  private static final X500Name AUTHORITY = new X500Name("CN=dra-testkit-ca");

  private static final Map<String, ServingCertificate> MADE = new ConcurrentHashMap<>();

  private final KeyStore keyStore;
  private final X509Certificate authority;

  private ServingCertificate(KeyStore keyStore, X509Certificate authority) {
    this.keyStore = keyStore;
    this.authority = authority;
  }

  /**
   * Returns a certificate that is also valid for {@code host}. Making one takes longer than
   * starting a server, so the servers of one process share it.
   */
  static ServingCertificate of(String host) {
    return MADE.computeIfAbsent(host, ServingCertificate::create);
  }

  private static ServingCertificate create(String host) {
    try {
      KeyPair authorityKeys = newKeys();
      X509Certificate authority = sign(authorityBuilder(authorityKeys), authorityKeys);
      KeyPair serverKeys = newKeys();
      X509Certificate server = sign(serverBuilder(serverKeys, host), authorityKeys);
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry(
          "server", serverKeys.getPrivate(), password(), new Certificate[] {server, authority});
      return new ServingCertificate(store, authority);
    } catch (GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException("cannot make a certificate: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the server's key and certificate chain. */
  KeyStore keyStore() {
    return keyStore;
  }

  /** Returns the password of the key store, which never leaves memory. */
  static char[] password() {
    return "memory".toCharArray();
  }

  /** Returns the certificate of the authority, PEM. */
  String authorityPem() {
    try {
      String body =
          Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(authority.getEncoded());
      return "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n";
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyPair newKeys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static X509v3CertificateBuilder authorityBuilder(KeyPair keys) throws IOException {
    return builder(AUTHORITY, keys)
        .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
        .addExtension(
            Extension.keyUsage,
            true,
            new KeyUsage(KeyUsage.keyCertSign | KeyUsage.digitalSignature));
  }

  private static X509v3CertificateBuilder serverBuilder(KeyPair keys, String host)
      throws IOException {
    Set<String> names = new LinkedHashSet<>(NAMES);
    names.add(host);
    return builder(new X500Name("CN=kube-apiserver"), keys)
        .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
        .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
        .addExtension(
            Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
        .addExtension(
            Extension.subjectAlternativeName,
            false,
            new GeneralNames(
                names.stream().map(ServingCertificate::name).toArray(GeneralName[]::new)));
  }

  private static GeneralName name(String name) {
    return new GeneralName(
        IPAddress.isValid(name) ? GeneralName.iPAddress : GeneralName.dNSName, name);
  }

  private static X509v3CertificateBuilder builder(X500Name subject, KeyPair keys) {
    Instant now = Instant.now();
    return new JcaX509v3CertificateBuilder(
        AUTHORITY,
        new BigInteger(63, new SecureRandom()),
        Date.from(now.minus(SKEW)),
        Date.from(now.plus(LIFETIME)),
        subject,
        keys.getPublic());
  }

  private static X509Certificate sign(X509v3CertificateBuilder builder, KeyPair authorityKeys)
      throws GeneralSecurityException, OperatorCreationException {
    return new JcaX509CertificateConverter()
        .getCertificate(
            builder.build(
                new JcaContentSignerBuilder(SIGNATURE).build(authorityKeys.getPrivate())));
  }
}
