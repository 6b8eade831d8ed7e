package io.github.dratestkit.features.steps;

import java.util.Optional;

/** Who acts in a scenario. */
sealed interface Actor {

  /** Who may do everything. */
  record Administrator() implements Actor {}

  /** A person, by name. */
  record Person(String name) implements Actor {}

  /** The kubelet of a node. */
  record Kubelet(String node) implements Actor {}

  /** A service account of the scenario's namespace, perhaps in a pod on a node. */
  record Account(String name, Optional<String> node) implements Actor {}
}
