package io.github.dratestkit.apiserver.custom;

import io.github.dratestkit.apiserver.status.FieldError;
import tools.jackson.databind.JsonNode;

/**
 * The bounds of a number.
 *
 * @param place where the number stands
 * @param whole how the whole object is named, which takes the blame for a number out of its format
 */
record NumberCheck(JsonNode schema, JsonNode value, String place, String whole) {

  void addTo(Findings findings) {
    JsonNode most = schema.path("maximum");
    JsonNode least = schema.path("minimum");
    JsonNode factor = schema.path("multipleOf");
    double number = value.doubleValue();
    if (schema.path("type").asString("").equals("integer") && !isInFormat()) {
      String format = schema.path("format").asString("");
      findings.add(
          FieldError.invalid(
              whole,
              "",
              "Checked value must be of type integer "
                  + (format.isEmpty() ? "(default format)" : "with format " + format)
                  + " in "
                  + place));
    }
    if (factor.isNumber() && !isMultiple(number, factor.doubleValue())) {
      fault("should be a multiple of " + factor, findings);
    }
    if (most.isNumber()) {
      boolean open = schema.path("exclusiveMaximum").asBoolean(false);
      double bound = most.doubleValue();
      if (open ? number >= bound : number > bound) {
        fault("should be less than " + (open ? "" : "or equal to ") + most, findings);
      }
    }
    if (least.isNumber()) {
      boolean open = schema.path("exclusiveMinimum").asBoolean(false);
      double bound = least.doubleValue();
      if (open ? number <= bound : number < bound) {
        fault("should be greater than " + (open ? "" : "or equal to ") + least, findings);
      }
    }
    findings.fits();
  }

  private boolean isInFormat() {
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      return false;
    }
    return !schema.path("format").asString("").equals("int32")
        || value.longValue() == (int) value.longValue();
  }

  private static boolean isMultiple(double number, double factor) {
    double times = factor < 1 ? 1 / factor * number : number / factor;
    return Math.abs(times - Math.rint(times)) < 1e-9;
  }

  private void fault(String detail, Findings findings) {
    findings.add(FieldError.invalid(place, value, place + " in body " + detail));
  }
}
