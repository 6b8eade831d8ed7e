package io.github.dratestkit.controlplane.workloads;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Pods that a controller has made or deleted and not heard of yet. While there are any for a
 * workload, its pods are not counted, for the count would be of the past.
 */
final class Expectations {

  private final Map<String, Set<String>> created = new HashMap<>();
  private final Map<String, Set<String>> deleted = new HashMap<>();

  void expectCreation(String owner, String pod) {
    created.computeIfAbsent(owner, key -> new HashSet<>()).add(pod);
  }

  void expectDeletion(String owner, String pod) {
    deleted.computeIfAbsent(owner, key -> new HashSet<>()).add(pod);
  }

  void seen(String owner, String pod) {
    drop(created, owner, pod);
  }

  void gone(String owner, String pod) {
    drop(created, owner, pod);
    drop(deleted, owner, pod);
  }

  boolean areMet(String owner) {
    return !created.containsKey(owner) && !deleted.containsKey(owner);
  }

  private static void drop(Map<String, Set<String>> expected, String owner, String pod) {
    Set<String> pods = expected.get(owner);
    if (pods != null && pods.remove(pod) && pods.isEmpty()) {
      expected.remove(owner);
    }
  }
}
