package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.resource.Findings.Finding;
import io.github.dratestkit.apiserver.resource.Findings.Standing;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Joins what the written and the declared rules found into one answer, each violation once
 * (apiserver/pkg/registry/rest/validate.go, 1.37): a written finding yields to a declared one of
 * the same type at the same field, where v1beta1's fields count as the ones they became.
 */
final class Verdict {

  private static final Pattern FLAT_REQUEST =
      Pattern.compile(
          "(spec\\.devices\\.requests\\[\\d+\\])\\.(deviceClassName|selectors|allocationMode|count"
              + "|adminAccess|tolerations|derivedAttributes)");
  private static final Pattern BASIC_DEVICE =
      Pattern.compile("(spec\\.devices\\[\\d+\\])\\.basic\\.");

  private Verdict() {}

  static List<FieldError> of(Findings written, Findings declared, boolean betaInForce) {
    List<FieldError> inForce = new ArrayList<>();
    List<FieldError> beta = new ArrayList<>();
    for (Finding finding : declared.all()) {
      if (finding.standing() == Standing.DECLARED) {
        inForce.add(finding.error());
      } else if (betaInForce) {
        inForce.add(finding.error());
        beta.add(finding.error());
      }
    }
    List<FieldError> verdict = new ArrayList<>();
    for (Finding finding : written.all()) {
      boolean repeated =
          finding.standing() == Standing.WRITTEN_AND_DECLARED
              && beta.stream().anyMatch(other -> sameViolation(finding.error(), other));
      if (!repeated) {
        verdict.add(finding.error());
      }
    }
    verdict.addAll(inForce);
    return verdict;
  }

  private static boolean sameViolation(FieldError one, FieldError other) {
    return one.type() == other.type() && normal(one.field()).equals(normal(other.field()));
  }

  private static String normal(String field) {
    String exact = FLAT_REQUEST.matcher(field).replaceAll("$1.exactly.$2");
    return BASIC_DEVICE.matcher(exact).replaceAll("$1.");
  }
}
