package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Services: they get an address of the cluster, and their ports are complete. */
final class ServiceStrategy implements Strategy {

  private static final GroupResource SERVICES = new GroupResource("", "services");
  private static final List<String> TYPES =
      List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
  private static final int ADDRESSES = 1 << 16;

  @Override
  public NameRule nameRule() {
    return NameRule.DNS_1035_LABEL;
  }

  @Override
  public boolean allowsCreateOnUpdate() {
    return true;
  }

  @Override
  public boolean returnsDeletedObject(String requestVersion) {
    return true;
  }

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    ObjectNode spec = Absent.object(object, "spec");
    Absent.text(spec, "sessionAffinity", "None");
    Absent.text(spec, "type", "ClusterIP");
    if (!spec.path("type").asString("").equals("ExternalName")) {
      Absent.text(spec, "internalTrafficPolicy", "Cluster");
    }
    for (JsonNode port : spec.path("ports")) {
      Absent.text((ObjectNode) port, "protocol", "TCP");
      JsonNode target = port.path("targetPort");
      boolean unset =
          target.isMissingNode()
              || target.isNull()
              || target.isNumber() && target.asInt() == 0
              || target.isString() && target.asString().isEmpty();
      if (unset && port.path("port").isNumber()) {
        ((ObjectNode) port).set("targetPort", port.path("port"));
      }
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    object.remove("status");
    ObjectNode spec = Absent.object(object, "spec");
    if (spec.path("type").asString("").equals("ExternalName")) {
      return;
    }
    if (spec.path("clusterIP").asString("").isEmpty()) {
      spec.put("clusterIP", freeAddress(context));
    }
    if (Absent.is(spec, "clusterIPs")) {
      spec.putArray("clusterIPs").add(spec.path("clusterIP").asString(""));
    }
    boolean free =
        spec.path("clusterIP").asString("").equals("None") && spec.path("selector").isEmpty();
    boolean both = free && Absent.is(spec, "ipFamilyPolicy");
    if (Absent.is(spec, "ipFamilies")) {
      spec.putArray("ipFamilies").add("IPv4");
      if (both) {
        spec.withArray("ipFamilies").add("IPv6");
      }
    }
    // Who selects no pods may have endpoints of either family.
    Absent.text(spec, "ipFamilyPolicy", both ? "RequireDualStack" : "SingleStack");
  }

  private static String freeAddress(WriteContext context) {
    Set<String> used = new HashSet<>();
    for (ObjectNode service : context.all(SERVICES)) {
      used.add(service.path("spec").path("clusterIP").asString(""));
    }
    for (int i = 1; i < ADDRESSES; i++) {
      String address = "10.0." + (i >> 8) + "." + (i & 0xff);
      if (!used.contains(address)) {
        return address;
      }
    }
    throw new IllegalStateException("all addresses of services are used");
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    ObjectNode spec = Absent.object(object, "spec");
    for (String field : List.of("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy")) {
      JsonNode before = old.path("spec").get(field);
      if (before != null && (Absent.is(spec, field) || spec.path(field).asString("x").isEmpty())) {
        spec.set(field, before.deepCopy());
      }
    }
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    JsonNode spec = object.path("spec");
    String type = spec.path("type").asString("");
    if (!TYPES.contains(type)) {
      errors.add(FieldError.notSupported("spec.type", type, TYPES));
    }
    boolean needsPorts =
        !type.equals("ExternalName") && !spec.path("clusterIP").asString("").equals("None");
    if (needsPorts && spec.path("ports").isEmpty()) {
      errors.add(FieldError.required("spec.ports", ""));
    }
    if (type.equals("ExternalName") && spec.path("externalName").asString("").isEmpty()) {
      errors.add(FieldError.required("spec.externalName", ""));
    }
    for (int i = 0; i < spec.path("ports").size(); i++) {
      JsonNode port = spec.path("ports").get(i);
      String path = "spec.ports[" + i + "]";
      long number = port.path("port").asLong(0);
      if (number < 1 || number > 65_535) {
        errors.add(
            FieldError.invalid(path + ".port", number, "must be between 1 and 65535, inclusive"));
      }
      if (spec.path("ports").size() > 1 && port.path("name").asString("").isEmpty()) {
        errors.add(FieldError.required(path + ".name", ""));
      }
    }
    return errors;
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = validateCreate(object, context);
    String before = old.path("spec").path("clusterIP").asString("");
    String now = object.path("spec").path("clusterIP").asString("");
    if (!before.isEmpty() && !before.equals(now)) {
      errors.add(FieldError.invalid("spec.clusterIPs[0]", now, "may not change once set"));
    }
    return errors;
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of("spec.clusterIP", "spec.type");
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    JsonNode spec = object.path("spec");
    return Map.of(
        "spec.clusterIP", spec.path("clusterIP").asString(""),
        "spec.type", spec.path("type").asString(""));
  }
}
