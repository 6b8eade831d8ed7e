package io.github.dratestkit.apiserver.admission;

import io.github.dratestkit.allocator.value.Quantity;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Amounts that one limit of a LimitRange is about.
 *
 * @param type of what: Container, Pod or PersistentVolumeClaim
 */
record Bounds(String type, Map<String, Quantity> requests, Map<String, Quantity> limits) {

  /** Notes where requests and limits are out of bounds. */
  void check(JsonNode limit, List<String> problems) {
    Amounts.of(limit.path("min")).forEach((name, least) -> least(name, least, problems));
    Amounts.of(limit.path("max")).forEach((name, most) -> most(name, most, problems));
    Amounts.of(limit.path("maxLimitRequestRatio"))
        .forEach((name, ratio) -> ratio(name, ratio, problems));
  }

  /** Notes where requests alone are out of bounds. */
  void checkRequests(JsonNode limit, List<String> problems) {
    Amounts.of(limit.path("min")).forEach((name, least) -> least(name, least, problems));
    Amounts.of(limit.path("max"))
        .forEach(
            (name, most) -> {
              Quantity request = requests.get(name);
              String rule = rule("maximum", name, most);
              if (request == null) {
                problems.add(rule + ".  No request is specified");
              } else if (request.compareTo(most) > 0) {
                problems.add(rule + ", but request is " + request);
              }
            });
  }

  private void least(String name, Quantity least, List<String> problems) {
    Quantity request = requests.get(name);
    Quantity limit = limits.get(name);
    String rule = rule("minimum", name, least);
    if (request == null) {
      problems.add(rule + ".  No request is specified");
    } else if (request.compareTo(least) < 0) {
      problems.add(rule + ", but request is " + request);
    } else if (limit != null && limit.compareTo(least) < 0) {
      problems.add(rule + ", but limit is " + limit);
    }
  }

  private void most(String name, Quantity most, List<String> problems) {
    Quantity request = requests.get(name);
    Quantity limit = limits.get(name);
    String rule = rule("maximum", name, most);
    if (limit == null) {
      problems.add(rule + ".  No limit is specified");
    } else if (limit.compareTo(most) > 0) {
      problems.add(rule + ", but limit is " + limit);
    } else if (request != null && request.compareTo(most) > 0) {
      problems.add(rule + ", but request is " + request);
    }
  }

  private void ratio(String name, Quantity ratio, List<String> problems) {
    String rule = name + " max limit to request ratio per " + type + " is " + ratio;
    @Nullable Quantity request = requests.get(name);
    @Nullable Quantity limit = limits.get(name);
    if (request == null || request.isZero()) {
      problems.add(rule + ", but no request is specified or request is 0");
      return;
    }
    if (limit == null || limit.isZero()) {
      problems.add(rule + ", but no limit is specified or limit is 0");
      return;
    }
    BigDecimal provided =
        limit.toBigDecimal().divide(request.toBigDecimal(), MathContext.DECIMAL64);
    if (provided.compareTo(ratio.toBigDecimal()) > 0) {
      problems.add(rule + String.format(Locale.ROOT, ", but provided ratio is %f", provided));
    }
  }

  private String rule(String bound, String name, Quantity amount) {
    return bound + " " + name + " usage per " + type + " is " + amount;
  }
}
