package io.github.dratestkit.apiserver.registry.kinds.extensions;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Immutable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The rules of definitions apart from those of their schemas (apiextensions-apiserver,
 * pkg/apis/apiextensions/validation/validation.go, 1.37).
 */
final class DefinitionValidation {

  private static final List<String> SCOPES = List.of("Cluster", "Namespaced");
  private static final String APPROVAL = "api-approved.kubernetes.io";
  private static final Pattern COMMUNITY = Pattern.compile("(.*\\.)?(k8s|kubernetes)\\.io");
  private static final Pattern APPROVED =
      Pattern.compile("unapproved.*|[a-z][-+.a-z0-9]*://[^/].*");
  private static final int LONGEST_WARNING = 256;

  private DefinitionValidation() {}

  /** Checks a definition, and what of it may change if there is an old one. */
  static void check(Field definition, @Nullable JsonNode old) {
    JsonNode inside = DefinitionHoisting.inside(definition.at("spec").value());
    Field spec = new Field(inside, "spec", definition.errors());
    if (old == null) {
      name(definition, spec);
    }
    group(spec.at("group"));
    spec.at("scope").requiredOneOf(SCOPES);
    versions(spec);
    for (String field : List.of("plural", "singular", "kind", "listKind")) {
      spec.at("names").at(field).isThere();
    }
    names(spec.at("names"));
    boolean anyStatus = spec.at("subresources").has("status");
    for (Field version : spec.at("versions").items()) {
      anyStatus |= version.at("subresources").has("status");
    }
    schema(spec.at("validation"), anyStatus);
    extras(spec, spec.at("validation", "openAPIV3Schema"));
    DefinitionConversion.check(spec.at("conversion"), spec.at("preserveUnknownFields").flag());
    if (old != null) {
      JsonNode before = old.path("spec");
      Immutable.check(spec, before, "group");
      Immutable.check(spec.at("names"), before.path("names"), "plural");
      if (isEstablished(old)) {
        Immutable.check(spec, before, "scope");
        Immutable.check(spec.at("names"), before.path("names"), "kind");
      }
    }
    names(definition.at("status", "acceptedNames"));
    stored(definition.at("status", "storedVersions"), spec.at("versions"));
    approval(definition, spec.at("group").text(), old);
    if (spec.at("preserveUnknownFields").flag()) {
      spec.at("preserveUnknownFields").invalid("must be false");
    }
  }

  private static boolean isEstablished(JsonNode definition) {
    return definition
        .path("status")
        .path("conditions")
        .valueStream()
        .filter(condition -> condition.path("type").asString("").equals("Established"))
        .anyMatch(condition -> condition.path("status").asString("").equals("True"));
  }

  private static void name(Field definition, Field spec) {
    Field name = definition.at("metadata", "name");
    String wanted = spec.at("names", "plural").text() + "." + spec.at("group").text();
    if (!name.isEmpty() && !name.text().equals(wanted)) {
      name.invalid("must be spec.names.plural+\".\"+spec.group");
    }
  }

  private static void group(Field group) {
    if (group.isThere()) {
      if (NameRule.DNS_SUBDOMAIN.problem(group.text()).isPresent()) {
        group.invalid(NameRule.DNS_SUBDOMAIN.problem(group.text()));
      } else if (group.text().indexOf('.') < 0) {
        group.invalid("should be a domain with at least one dot");
      }
    }
  }

  private static void versions(Field spec) {
    Field versions = spec.at("versions");
    if (!spec.at("validation").has("openAPIV3Schema")) {
      for (Field version : versions.items()) {
        if (!version.at("schema").has("openAPIV3Schema")) {
          version.at("schema", "openAPIV3Schema").required("");
        }
      }
    }
    Set<String> names = new HashSet<>();
    boolean unique = true;
    int storing = 0;
    for (Field version : versions.items()) {
      storing += version.at("storage").flag() ? 1 : 0;
      unique &= names.add(version.at("name").text());
      version.at("name").invalid(NameRule.DNS_1035_LABEL.problem(version.at("name").text()));
      version(version, spec);
    }
    if (!unique) {
      versions.invalid("must contain unique version names");
    }
    if (storing != 1) {
      versions.invalid("must have exactly one version marked as storage version");
    }
    Field first = spec.at("version");
    if (!first.isEmpty()) {
      first.invalid(NameRule.DNS_1035_LABEL.problem(first.text()));
    }
  }

  private static void version(Field version, Field spec) {
    Field warning = version.at("deprecationWarning");
    if (warning.isSet()) {
      warning(warning, version.at("deprecated").flag());
    }
    boolean status =
        version.at("subresources").has("status") || spec.at("subresources").has("status");
    schema(version.at("schema"), status);
    extras(version, version.at("schema", "openAPIV3Schema"));
  }

  private static void warning(Field warning, boolean deprecated) {
    String text = warning.text();
    if (!deprecated) {
      warning.invalid("can only be set for deprecated versions");
      return;
    }
    if (text.isEmpty()) {
      warning.invalid("must not be an empty string");
    }
    if (text.length() > LONGEST_WARNING) {
      warning.invalid("must be <= 256 characters long");
    }
    if (text.chars().anyMatch(Character::isISOControl)) {
      warning.invalid("must only contain printable UTF-8 characters");
    }
  }

  private static void schema(Field validation, boolean status) {
    if (validation.has("openAPIV3Schema")) {
      DefinitionSchema.check(validation.at("openAPIV3Schema"), status);
    }
  }

  // What a version says about its resources besides their schema.
  private static void extras(Field version, Field schema) {
    if (version.at("subresources").has("scale")) {
      DefinitionColumns.scale(version.at("subresources"));
    }
    for (Field column : version.at("additionalPrinterColumns").items()) {
      DefinitionColumns.column(column);
    }
    if (!version.at("selectableFields").isEmpty()) {
      DefinitionColumns.selectable(version.at("selectableFields"), schema);
    }
  }

  /** The names of a resource; absent ones are another rule's. */
  static void names(Field names) {
    for (String field : List.of("plural", "singular", "kind", "listKind")) {
      Field name = names.at(field);
      if (!name.isEmpty()) {
        boolean mixed = field.equals("kind") || field.equals("listKind");
        String text = mixed ? name.text().toLowerCase(Locale.ROOT) : name.text();
        name.invalid(NameRule.DNS_1035_LABEL.problem(text));
      }
    }
    for (String field : List.of("shortNames", "categories")) {
      for (Field name : names.at(field).items()) {
        name.invalid(NameRule.DNS_1035_LABEL.problem(name.text()));
      }
    }
    Field kind = names.at("kind");
    if (!kind.isEmpty() && kind.text().equals(names.at("listKind").text())) {
      names.at("listKind").invalid("kind and listKind may not be the same");
    }
  }

  private static void stored(Field stored, Field versions) {
    if (stored.isEmpty()) {
      stored.invalid("must have at least one stored version");
      return;
    }
    List<String> left = new ArrayList<>(stored.texts());
    for (Field version : versions.items()) {
      String name = version.at("name").text();
      if (!left.remove(name) && version.at("storage").flag()) {
        stored.invalid("must have the storage version " + name);
      }
    }
    for (Field version : stored.items()) {
      if (left.contains(version.text())) {
        version.invalid(
            "missing from spec.versions; it was previously a storage version, and must remain"
                + " there until a storage migration removes it from status.storedVersions");
      }
    }
  }

  private static void approval(Field definition, String group, @Nullable JsonNode old) {
    if (!COMMUNITY.matcher(group).matches()) {
      return;
    }
    Field approval = definition.at("metadata", "annotations").key(APPROVAL);
    boolean unchanged =
        old != null
            && old.path("metadata")
                .path("annotations")
                .path(APPROVAL)
                .asString("")
                .equals(approval.text());
    if (unchanged) {
      return;
    }
    if (approval.isEmpty()) {
      approval.required("protected groups must have approval annotation");
    } else if (!APPROVED.matcher(approval.text()).matches()) {
      approval.invalid("protected groups must have an approval that is a URL");
    }
  }
}
