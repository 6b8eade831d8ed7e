package io.github.dratestkit.drivers;

/** A claim as the kubelet names it to a driver; the uid tells it from another one of its name. */
public record ClaimReference(String namespace, String name, String uid) {

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
