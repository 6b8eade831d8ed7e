package io.github.dratestkit.controlplane.faults;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What a user does in a history. */
interface Operation {

  /**
   * Does it.
   *
   * @param number the operation's number in its history
   * @param choice decides what it is done to
   */
  void run(Laboratory laboratory, int number, int choice);

  /** Returns the manifest of a pod. */
  static String pod(String name, String spec) {
    return "{apiVersion: v1, kind: Pod, metadata: {name: %s, namespace: default}, spec: {%s}}"
        .formatted(name, spec);
  }

  /** Returns the part of a pod that asks for nothing but processors. */
  static String cpu(String amount) {
    return "containers: [{name: c, image: i, resources: {requests: {cpu: '%s'}}}]"
        .formatted(amount);
  }

  /** Chooses one of the objects that are wanted. */
  static <T extends HasMetadata> Optional<T> pick(
      Laboratory laboratory, Class<T> kind, int choice, Predicate<T> wanted) {
    List<T> all = laboratory.list(kind).stream().filter(wanted).toList();
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(choice % all.size()));
  }
}
