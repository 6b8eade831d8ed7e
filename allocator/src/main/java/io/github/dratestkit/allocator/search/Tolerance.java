package io.github.dratestkit.allocator.search;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import org.jspecify.annotations.Nullable;

/** Whether a toleration means a taint (resourceclaim.ToleratesTaint, 1.37). */
public final class Tolerance {

  private Tolerance() {}

  /** An empty effect or key of the toleration means any; an unknown operator means none. */
  public static boolean tolerates(DeviceToleration toleration, DeviceTaint taint) {
    if (!isAnyOr(toleration.getEffect(), taint.getEffect())
        || !isAnyOr(toleration.getKey(), taint.getKey())) {
      return false;
    }
    return switch (text(toleration.getOperator())) {
      case "", "Equal" -> text(toleration.getValue()).equals(text(taint.getValue()));
      case "Exists" -> true;
      default -> false;
    };
  }

  private static boolean isAnyOr(@Nullable String wanted, @Nullable String actual) {
    return text(wanted).isEmpty() || text(wanted).equals(text(actual));
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }
}
