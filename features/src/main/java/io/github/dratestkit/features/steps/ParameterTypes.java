package io.github.dratestkit.features.steps;

import io.cucumber.java.ParameterType;
import java.util.List;
import java.util.regex.Pattern;

/** The nouns of the step vocabulary. */
public final class ParameterTypes {

  private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");

  /** One claim: by its name, or as the claim that a pod got from its template. */
  @ParameterType("claim \"[^\"]*\"|the claim of pod \"[^\"]*\"")
  public ClaimName claim(String text) {
    String name = quoted(text).get(0);
    return text.startsWith("the claim of pod")
        ? new ClaimName.OfPod(name)
        : new ClaimName.Named(name);
  }

  /** Who acts: a user, a service account of the scenario's namespace, a kubelet. */
  @ParameterType(
      "user \"[^\"]*\"|service account \"[^\"]*\"(?: on node \"[^\"]*\")?"
          + "|the kubelet of node \"[^\"]*\"|the administrator")
  public Actor actor(String text) {
    List<String> names = quoted(text);
    if (names.isEmpty()) {
      return new Actor.Administrator();
    }
    if (text.startsWith("user")) {
      return new Actor.Person(names.get(0));
    }
    return text.startsWith("the kubelet")
        ? new Actor.Kubelet(names.get(0))
        : new Actor.Account(names.get(0), names.stream().skip(1).findFirst());
  }

  /** Some names: {@code "a"}, {@code "a" and "b"}, {@code "a", "b" and "c"}. */
  @ParameterType("\"[^\"]*\"(?:, \"[^\"]*\")*(?: and \"[^\"]*\")?")
  public List<String> names(String text) {
    return quoted(text);
  }

  private static List<String> quoted(String text) {
    return QUOTED.matcher(text).results().map(match -> match.group(1)).toList();
  }
}
