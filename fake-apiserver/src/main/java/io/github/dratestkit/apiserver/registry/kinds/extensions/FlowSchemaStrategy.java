package io.github.dratestkit.apiserver.registry.kinds.extensions;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.CountedSpec;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Flows of requests (pkg/apis/flowcontrol/validation/validation.go, 1.37). */
final class FlowSchemaStrategy implements CountedSpec {

  private static final Map<String, String> SUBJECTS =
      Map.of("ServiceAccount", "serviceAccount", "User", "user", "Group", "group");
  private static final List<String> METHODS = List.of("ByNamespace", "ByUser");
  private static final List<String> VERBS =
      List.of(
          "get",
          "list",
          "create",
          "update",
          "delete",
          "deletecollection",
          "patch",
          "watch",
          "proxy");
  private static final int USUAL_PRECEDENCE = 1_000;
  private static final int LAST_PRECEDENCE = 10_000;

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    Absent.numberOrZero(Absent.object(object, "spec"), "matchingPrecedence", USUAL_PRECEDENCE);
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field schema = Field.of(object, errors);
    Field spec = schema.at("spec");
    Field precedence = spec.at("matchingPrecedence");
    precedence.between(1, LAST_PRECEDENCE);
    if (precedence.number() == 1 && !schema.at("metadata", "name").text().equals("exempt")) {
      precedence.invalid("only the schema named 'exempt' may have matchingPrecedence 1");
    }
    if (spec.has("distinguisherMethod")) {
      spec.at("distinguisherMethod", "type").oneOf(METHODS);
    }
    Field level = spec.at("priorityLevelConfiguration", "name");
    if (level.isThere()) {
      level.invalid(NameRule.DNS_SUBDOMAIN.problem(level.text()));
    }
    spec.at("rules").items().forEach(FlowSchemaStrategy::rule);
    return errors;
  }

  private static void rule(Field rule) {
    rule.at("subjects").isThere();
    rule.at("subjects").items().forEach(FlowSchemaStrategy::subject);
    if (rule.at("resourceRules").isEmpty() && rule.at("nonResourceRules").isEmpty()) {
      rule.required("at least one of resourceRules and nonResourceRules has to be non-empty");
    }
    for (Field resources : rule.at("resourceRules").items()) {
      verbs(resources.at("verbs"));
      alone(resources.at("apiGroups"));
      alone(resources.at("resources"));
      Field namespaces = resources.at("namespaces");
      if (namespaces.isEmpty()) {
        if (!resources.at("clusterScope").flag()) {
          namespaces.required("at least one namespace or the whole cluster");
        }
      } else if (alone(namespaces)) {
        namespaces.items().forEach(Formats::dnsLabel);
      }
    }
    for (Field others : rule.at("nonResourceRules").items()) {
      verbs(others.at("verbs"));
      Field urls = others.at("nonResourceURLs");
      if (alone(urls)) {
        urls.items().forEach(FlowSchemaStrategy::url);
      }
    }
  }

  // Says whether there are items that are no wildcard.
  private static boolean alone(Field list) {
    if (!list.isThere()) {
      return false;
    }
    boolean wildcard = list.texts().contains("*");
    if (wildcard && list.value().size() > 1) {
      list.invalid("if '*' is present, must not specify others");
    }
    return !wildcard;
  }

  private static void verbs(Field verbs) {
    if (alone(verbs) && !VERBS.containsAll(verbs.texts())) {
      verbs.notSupported(VERBS);
    }
  }

  private static void url(Field url) {
    String text = url.text();
    int wildcard = text.indexOf('*');
    boolean suffix = wildcard < 0 || (wildcard == text.length() - 1 && text.endsWith("/*"));
    if (!text.startsWith("/") || text.contains(" ") || text.contains("//") || !suffix) {
      url.invalid("must be a path that starts with a slash, with a wildcard only as suffix");
    }
  }

  private static void subject(Field subject) {
    Field kind = subject.at("kind");
    String wanted = SUBJECTS.get(kind.text());
    if (wanted == null) {
      kind.notSupported(SUBJECTS.keySet().stream().sorted().toList());
      return;
    }
    for (String field : SUBJECTS.values().stream().sorted().toList()) {
      if (!field.equals(wanted) && subject.has(field)) {
        subject.at(field).forbidden("is forbidden with another kind");
      }
    }
    Field one = subject.at(wanted);
    if (!one.isSet()) {
      one.required("is required with this kind");
      return;
    }
    Field name = one.at("name");
    boolean account = wanted.equals("serviceAccount");
    if (name.isThere() && account && !name.text().equals("*")) {
      name.invalid(NameRule.DNS_SUBDOMAIN.problem(name.text()));
    }
    if (account && one.at("namespace").isThere()) {
      Formats.dnsLabel(one.at("namespace"));
    }
  }
}
