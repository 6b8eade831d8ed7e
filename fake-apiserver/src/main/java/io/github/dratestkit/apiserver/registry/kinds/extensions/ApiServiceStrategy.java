package io.github.dratestkit.apiserver.registry.kinds.extensions;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Services of APIs (kube-aggregator, pkg/apis/apiregistration/validation, 1.37). */
final class ApiServiceStrategy implements Strategy {

  private static final int HIGHEST_GROUP_PRIORITY = 20_000;
  private static final int HIGHEST_VERSION_PRIORITY = 1_000;
  private static final int HTTPS = 443;

  @Override
  public boolean allowsUnconditionalUpdate(String requestVersion) {
    return false;
  }

  @Override
  public NameRule nameRule() {
    return NameRule.PATH_SEGMENT;
  }

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    if (object.path("spec").get("service") instanceof ObjectNode service) {
      Absent.number(service, "port", HTTPS);
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    ObjectNode status = object.putObject("status");
    if (!object.path("spec").path("service").isObject()) {
      // A local one is there as soon as it is created.
      status
          .putArray("conditions")
          .addObject()
          .put("type", "Available")
          .put("status", "True")
          .put("lastTransitionTime", context.now().toString())
          .put("reason", "Local")
          .put("message", "Local APIServices are always available");
    }
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    object.set("status", old.path("status").deepCopy());
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field service = Field.of(object, errors);
    Field spec = service.at("spec");
    Field group = spec.at("group");
    Field version = spec.at("version");
    Field name = service.at("metadata", "name");
    if (!name.isEmpty() && !name.text().equals(version.text() + "." + group.text())) {
      name.invalid("must be `spec.version+\".\"+spec.group`");
    }
    if (!group.isEmpty()) {
      group.invalid(NameRule.DNS_SUBDOMAIN.problem(group.text()));
    } else if (!version.text().equals("v1")) {
      group.required("only v1 may have an empty group and it better be legacy kube");
    }
    version.invalid(NameRule.DNS_1035_LABEL.problem(version.text()));
    spec.at("groupPriorityMinimum").between(1, HIGHEST_GROUP_PRIORITY);
    spec.at("versionPriority").between(1, HIGHEST_VERSION_PRIORITY);
    Field skips = spec.at("insecureSkipTLSVerify");
    Field bundle = spec.at("caBundle");
    Field target = spec.at("service");
    if (!target.isSet()) {
      if (!bundle.isEmpty()) {
        bundle.invalid("local APIServices may not have a caBundle");
      }
      if (skips.flag()) {
        skips.invalid("local APIServices may not have insecureSkipTLSVerify");
      }
      return errors;
    }
    target.at("namespace").isThere();
    target.at("name").isThere();
    Formats.portNumber(target.at("port"));
    if (skips.flag() && !bundle.isEmpty()) {
      skips.invalid("may not be true if caBundle is present");
    }
    return errors;
  }
}
