package io.github.dratestkit.apiserver.resource;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** A range of shares: from min to max in steps. The default is reported as if it were in it. */
final class RequestRangeRules {

  private final boolean fractions;

  RequestRangeRules(boolean fractions) {
    this.fractions = fractions;
  }

  void check(JsonNode range, Amount standard, Amount total, String path, Findings findings) {
    Optional<Amount> found = Amount.in(range, "min");
    if (found.isEmpty()) {
      findings.required(path + ".min", "the smallest share that may be requested");
      return;
    }
    Amount min = found.get();
    Optional<Amount> max = Amount.in(range, "max");
    Optional<Amount> step = Amount.in(range, "step");
    bounds(min, max, standard, total, path, findings);
    Map<String, Amount> members = new LinkedHashMap<>();
    members.put("default", standard);
    members.put("min", min);
    max.ifPresent(amount -> members.put("max", amount));
    step.ifPresent(amount -> members.put("step", amount));
    boolean exact = fractions && members.values().stream().anyMatch(Amount::isFractional);
    if (exact
        && !allAre(
            Amount::hasExactThousandths,
            members,
            "must be a whole number of thousandths that 64 bits can hold",
            path,
            findings)) {
      return;
    }
    if (step.isPresent()) {
      step(members, total, exact, path, findings);
    }
  }

  private static void bounds(
      Amount min,
      Optional<Amount> max,
      Amount standard,
      Amount total,
      String path,
      Findings findings) {
    if (min.compareTo(total) > 0) {
      findings.invalid(path + ".min", min.text(), "is larger than the capacity " + total.text());
    }
    if (standard.compareTo(min) < 0) {
      findings.invalid(path + ".default", standard.text(), "is smaller than min " + min.text());
    }
    if (max.isEmpty()) {
      return;
    }
    Amount most = max.get();
    if (min.compareTo(most) > 0) {
      findings.invalid(path + ".max", most.text(), "is smaller than min " + min.text());
    }
    if (most.compareTo(total) > 0) {
      findings.invalid(path + ".max", most.text(), "is larger than the capacity " + total.text());
    }
    if (standard.compareTo(most) > 0) {
      findings.invalid(path + ".default", standard.text(), "is larger than max " + most.text());
    }
  }

  private static void step(
      Map<String, Amount> members, Amount total, boolean exact, String path, Findings findings) {
    Amount step = members.getOrDefault("step", total);
    Amount min = members.getOrDefault("min", total);
    String at = path + ".step";
    if (step.sign() <= 0) {
      findings.invalid(at, step.text(), "must be greater than zero");
      return;
    }
    if (min.plus(step).compareTo(total) > 0) {
      findings.invalid(at, step.text(), "one step above min is more than the capacity");
    }
    boolean countable =
        exact
            || allAre(
                amount -> amount.sign() >= 0 && !amount.exceedsLong(),
                members,
                "must be from 0 to 9223372036854775807",
                path,
                findings);
    if (!countable) {
      return;
    }
    for (String name : new String[] {"default", "max"}) {
      Amount member = members.get(name);
      if (member != null && !isOnStep(member, min, step, exact)) {
        findings.invalid(
            at, step.text(), name + " " + member.text() + " is no whole number of steps above min");
      }
    }
  }

  private static boolean isOnStep(Amount value, Amount min, Amount step, boolean exact) {
    BigInteger distance =
        exact
            ? value.thousandths().subtract(min.thousandths())
            : value.roundedUp().subtract(min.roundedUp());
    BigInteger width = exact ? step.thousandths() : step.roundedUp();
    return distance.mod(width).signum() == 0;
  }

  private static boolean allAre(
      Predicate<Amount> good,
      Map<String, Amount> members,
      String detail,
      String path,
      Findings findings) {
    boolean all = true;
    for (Map.Entry<String, Amount> member : members.entrySet()) {
      if (!good.test(member.getValue())) {
        findings.invalid(Path.child(path, member.getKey()), member.getValue().text(), detail);
        all = false;
      }
    }
    return all;
  }
}
