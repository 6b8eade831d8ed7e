package io.github.dratestkit.controlplane.common;

import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether tolerations of a pod cover a taint of a node. */
public final class Tolerations {

  private Tolerations() {}

  /** Says whether any of the tolerations covers the taint. */
  public static boolean tolerate(List<Toleration> tolerations, Taint taint) {
    return find(tolerations, taint).isPresent();
  }

  /** Returns the first toleration that covers the taint. */
  public static Optional<Toleration> find(List<Toleration> tolerations, Taint taint) {
    return tolerations.stream().filter(toleration -> tolerates(toleration, taint)).findFirst();
  }

  private static boolean tolerates(Toleration toleration, Taint taint) {
    if (isSet(toleration.getEffect()) && !toleration.getEffect().equals(taint.getEffect())) {
      return false;
    }
    if (isSet(toleration.getKey()) && !toleration.getKey().equals(taint.getKey())) {
      return false;
    }
    String operator = toleration.getOperator();
    if (!isSet(operator) || operator.equals("Equal")) {
      return text(toleration.getValue()).equals(text(taint.getValue()));
    }
    return operator.equals("Exists");
  }

  private static boolean isSet(@Nullable String text) {
    return text != null && !text.isEmpty();
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }
}
