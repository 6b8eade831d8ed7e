package io.github.dratestkit.apiserver.time;

/** Where random things come from: uids and the suffixes of generated names. */
public interface Identity {

  /** Returns a new uid, a version 4 UUID in lower case. */
  String uid();

  /**
   * Returns {@code length} letters for a generated name, from the alphabet that Kubernetes uses
   * ({@code bcdfghjklmnpqrstvwxz2456789}).
   */
  String suffix(int length);
}
