package io.github.dratestkit.apiserver.registry.kinds.workloads;

import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.CountedSpec;
import io.github.dratestkit.apiserver.registry.kinds.rules.Counts;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.warnings.KindWarnings;
import io.github.dratestkit.apiserver.status.FieldError;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/** Jobs by the clock (pkg/apis/batch/v1/defaults.go and validation.go, 1.37). */
final class CronJobStrategy implements CountedSpec {

  private static final List<String> CONCURRENCY = List.of("Allow", "Forbid", "Replace");
  private static final Pattern ZONE_PART = Pattern.compile("[A-Za-z.\\-_0-9+]{1,14}");
  private static final int LONGEST_NAME = 52;

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    ObjectNode spec = Absent.object(object, "spec");
    Absent.text(spec, "concurrencyPolicy", "Allow");
    Absent.flag(spec, "suspend", false);
    Absent.number(spec, "successfulJobsHistoryLimit", 3);
    Absent.number(spec, "failedJobsHistoryLimit", 1);
    JobDefaults.inTemplates(Absent.object(Absent.object(spec, "jobTemplate"), "spec"));
  }

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    CountedSpec.super.prepareForCreate(object, context);
    dropDisabled(object, object.objectNode(), context);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    dropDisabled(object, old, context);
    CountedSpec.super.prepareForUpdate(object, old, context);
  }

  private static void dropDisabled(ObjectNode object, ObjectNode old, WriteContext context) {
    if (object.at("/spec/jobTemplate/spec") instanceof ObjectNode spec) {
      ObjectNode before =
          old.at("/spec/jobTemplate/spec") instanceof ObjectNode present
              ? present
              : old.objectNode();
      JobStrategy.dropDisabled(spec, before, context.features());
    }
  }

  @Override
  public List<String> warnings(ObjectNode object, WriteContext context) {
    return KindWarnings.namingPods(object, "spec.jobTemplate.spec.template");
  }

  @Override
  public boolean keepsMetadataOnStatusUpdate() {
    return false;
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field job = Field.of(object, errors);
    check(job, job.at("none"), context);
    Field name = job.at("metadata", "name");
    if (name.text().length() > LONGEST_NAME) {
      name.invalid("must be no more than 52 characters");
    }
    return errors;
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    check(Field.of(object, errors), Field.of(old, errors), context);
    return errors;
  }

  private static void check(Field job, Field old, WriteContext context) {
    Field spec = job.at("spec");
    schedule(spec, old.at("spec", "schedule").text().contains("TZ"));
    spec.at("startingDeadlineSeconds").notNegative();
    Field zone = spec.at("timeZone");
    if (zone.isSet() && !zone.value().equals(old.at("spec", "timeZone").value())) {
      zone(zone);
    }
    spec.at("concurrencyPolicy").requiredOneOf(CONCURRENCY);
    Field template = spec.at("jobTemplate", "spec");
    JobValidation.spec(template, context.features());
    if (template.has("selector")) {
      template.at("selector").invalid("`selector` will be auto-generated");
    }
    if (template.at("manualSelector").flag()) {
      template.at("manualSelector").notSupported(List.of("nil", "false"));
    }
    Counts.notNegative(spec, "successfulJobsHistoryLimit", "failedJobsHistoryLimit");
  }

  private static void schedule(Field spec, boolean hadZone) {
    Field schedule = spec.at("schedule");
    if (!schedule.isThere()) {
      return;
    }
    if (!CronSchedule.isValid(schedule.text())) {
      schedule.invalid("must be five fields (minute, hour, day, month, weekday) or a descriptor");
    }
    if (schedule.text().contains("TZ") && (!hadZone || spec.has("timeZone"))) {
      schedule.invalid("cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
    }
  }

  private static void zone(Field zone) {
    String text = zone.text();
    for (String part : text.split("/", -1)) {
      boolean dots = part.equals(".") || part.equals("..");
      if (dots || part.startsWith("-") || !ZONE_PART.matcher(part).matches()) {
        zone.invalid("unknown time zone");
        return;
      }
    }
    boolean known = text.equals("UTC") || ZoneId.getAvailableZoneIds().contains(text);
    if (text.equalsIgnoreCase("Local") || !known) {
      zone.invalid("must be a time zone as defined in https://www.iana.org/time-zones");
    }
  }
}
