package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.NodeSelectorValidation;
import io.github.dratestkit.apiserver.registry.kinds.rules.SelectorValidation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Near what a pod wants to run (validateAffinity, core validation, 1.37). */
final class AffinityValidation {

  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
  private static final int HIGHEST_WEIGHT = 100;

  private AffinityValidation() {}

  static void check(Field affinity) {
    Field nodes = affinity.at("nodeAffinity");
    if (nodes.has(REQUIRED)) {
      NodeSelectorValidation.check(nodes.at(REQUIRED));
    }
    for (Field term : nodes.at(PREFERRED).items()) {
      weight(term.at("weight"));
      NodeSelectorValidation.preferred(term.at("preference"));
    }
    for (String kind : List.of("podAffinity", "podAntiAffinity")) {
      affinity.at(kind, REQUIRED).items().forEach(AffinityValidation::term);
      for (Field term : affinity.at(kind, PREFERRED).items()) {
        weight(term.at("weight"));
        term(term.at("podAffinityTerm"));
      }
    }
  }

  private static void weight(Field weight) {
    if (weight.number() < 1 || weight.number() > HIGHEST_WEIGHT) {
      weight.invalid("must be in the range 1-100");
    }
  }

  private static void term(Field term) {
    SelectorValidation.check(term.at("labelSelector"));
    SelectorValidation.check(term.at("namespaceSelector"));
    for (Field namespace : term.at("namespaces").items()) {
      namespace
          .named(term.path() + ".namespace")
          .invalid(NameRule.DNS_LABEL.problem(namespace.text()));
    }
    labelKeys(term);
    term.at("topologyKey").isThere();
    Formats.qualifiedName(term.at("topologyKey"));
  }

  /** Keys whose values at the pod itself are wanted, or unwanted, at the others. */
  static void labelKeys(Field owner) {
    Field selector = owner.at("labelSelector");
    for (String field : List.of("matchLabelKeys", "mismatchLabelKeys")) {
      Field keys = owner.at(field);
      if (!keys.isEmpty() && !selector.isSet()) {
        keys.forbidden("must not be specified when labelSelector is not set");
      } else {
        keys.items().forEach(Formats::qualifiedName);
      }
    }
    List<String> wanted = owner.at("matchLabelKeys").texts();
    Set<String> selected = new HashSet<>(selector.at("matchLabels").keys());
    for (Field expression : selector.at("matchExpressions").items()) {
      String key = expression.at("key").text();
      if (wanted.contains(key) && selected.contains(key)) {
        owner
            .item(wanted.lastIndexOf(key))
            .invalid("exists in both matchLabelKeys and labelSelector");
      }
      selected.add(key);
    }
    List<String> unwanted = owner.at("mismatchLabelKeys").texts();
    for (Field key : owner.at("matchLabelKeys").items()) {
      if (unwanted.contains(key.text())) {
        key.invalid("exists in both matchLabelKeys and mismatchLabelKeys");
      }
    }
  }
}
