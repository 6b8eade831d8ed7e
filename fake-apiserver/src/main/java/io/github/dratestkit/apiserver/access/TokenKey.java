package io.github.dratestkit.apiserver.access;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Base64;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The key that signs tokens, and how others know it. Making one takes a while, so that all servers
 * of a process share it; it is made when the first token is.
 */
final class TokenKey {

  private static final String ALGORITHM = "SHA256withRSA";
  private static final int BITS = 2048;

  private final KeyPair pair;
  private final String name;

  private TokenKey(KeyPair pair) throws GeneralSecurityException {
    this.pair = pair;
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(pair.getPublic().getEncoded());
    this.name = encoded(digest);
  }

  /** Holds the one key; loaded when it is first needed. */
  private static final class Shared {
    private static final TokenKey KEY = generate();
  }

  static TokenKey shared() {
    return Shared.KEY;
  }

  private static TokenKey generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(BITS);
      return new TokenKey(generator.generateKeyPair());
    } catch (GeneralSecurityException fault) {
      throw new IllegalStateException("every Java knows RSA", fault);
    }
  }

  /** Returns a token of claims. */
  String sign(ObjectNode claims) {
    ObjectNode head = JsonMapper.shared().createObjectNode();
    head.put("alg", "RS256").put("kid", name);
    String text = encoded(bytes(head.toString())) + "." + encoded(bytes(claims.toString()));
    try {
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initSign(pair.getPrivate());
      signature.update(bytes(text));
      return text + "." + encoded(signature.sign());
    } catch (GeneralSecurityException fault) {
      throw new IllegalStateException("every Java signs with RSA", fault);
    }
  }

  /** Says whether a token, in its three parts, was signed with this key. */
  boolean signed(String[] parts) {
    try {
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initVerify(pair.getPublic());
      signature.update(bytes(parts[0] + "." + parts[1]));
      return signature.verify(Base64.getUrlDecoder().decode(parts[2]));
    } catch (GeneralSecurityException | IllegalArgumentException broken) {
      return false;
    }
  }

  /** Returns the public half as a JSON web key. */
  ObjectNode toJson() {
    RSAPublicKey key = (RSAPublicKey) pair.getPublic();
    return JsonMapper.shared()
        .createObjectNode()
        .put("use", "sig")
        .put("kty", "RSA")
        .put("kid", name)
        .put("alg", "RS256")
        .put("n", encoded(unsigned(key.getModulus())))
        .put("e", encoded(unsigned(key.getPublicExponent())));
  }

  private static byte[] unsigned(BigInteger number) {
    byte[] bytes = number.toByteArray();
    return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
