package io.github.dratestkit.apiserver.lint;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.catalog.Catalog;
import io.github.dratestkit.apiserver.catalog.RuntimeConfig;
import io.github.dratestkit.apiserver.codec.Decoded;
import io.github.dratestkit.apiserver.codec.FieldValidation;
import io.github.dratestkit.apiserver.codec.ObjectCodec;
import io.github.dratestkit.apiserver.manifest.Manifest;
import io.github.dratestkit.apiserver.manifest.Position;
import io.github.dratestkit.apiserver.manifest.WrongTypes;
import io.github.dratestkit.apiserver.registry.MetadataRules;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.resource.ResourceStrategies;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.schema.Schema;
import io.github.dratestkit.apiserver.status.FieldError;
import io.github.dratestkit.apiserver.status.StatusException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Asks the rules of the server about each object as if it were to be created. */
final class ServerRules {

  private static final String GROUP = "resource.k8s.io";
  private static final Map<String, String> PLURALS =
      Map.of(
          "DeviceClass", "deviceclasses",
          "ResourceClaim", "resourceclaims",
          "ResourceClaimTemplate", "resourceclaimtemplates",
          "ResourceSlice", "resourceslices",
          "DeviceTaintRule", "devicetaintrules",
          "ResourcePoolStatusRequest", "resourcepoolstatusrequests");

  private static final Set<String> KINDS = new TreeSet<>(PLURALS.keySet());

  private static final LintRule UNREADABLE =
      LintRule.error(
          "unreadable",
          "the server answers 400 or 404: it does not know the kind, or cannot read the object",
          "give every field the type that the API has for it, in a version that is served");
  private static final LintRule UNKNOWN_FIELD =
      LintRule.warning(
          "unknown-field",
          "the server drops fields that it does not know, and only warns",
          "check the spelling and the version of the API");
  private static final LintRule DROPPED =
      LintRule.warning(
          "dropped-field",
          "the server drops the field without a word, because its feature gate is off",
          "switch the feature gate on, or do without the field");
  private static final LintRule REFUSED =
      LintRule.error(
          "refused", "the server answers 422", "make the value what the message asks for");

  /** Everything that this class may find. */
  static final List<LintRule> RULES = List.of(UNREADABLE, UNKNOWN_FIELD, DROPPED, REFUSED);

  private static final Pattern IN_EXPRESSION = Pattern.compile("<input>:(\\d+):(\\d+)");

  private final FeatureSet features;
  private final List<Manifest> manifests;
  private final ObjectCodec codec = new ObjectCodec(Schema.builtIn());
  private final Map<GroupResource, Strategy> strategies;
  private final Catalog catalog;

  ServerRules(FeatureSet features, List<Manifest> manifests) {
    this.features = features;
    this.manifests = manifests;
    this.strategies = ResourceStrategies.all(features);
    this.catalog = Catalog.of(features, RuntimeConfig.parse(List.of("api/all=true")));
  }

  /** Returns the objects that the server would take, and reports why it would not take others. */
  List<Subject> accept(List<LintFinding> findings) {
    List<Subject> accepted = new ArrayList<>();
    for (Manifest manifest : manifests) {
      Optional<Subject> subject = read(manifest, findings);
      if (subject.isPresent() && isValid(subject.get(), findings)) {
        accepted.add(subject.get());
      }
    }
    return accepted;
  }

  private Optional<Subject> read(Manifest manifest, List<LintFinding> findings) {
    GroupVersionKind kind = manifest.kind();
    String plural = PLURALS.getOrDefault(kind.kind(), "");
    Optional<LintFinding> unknown = unknownKind(manifest, kind, plural);
    unknown.ifPresent(findings::add);
    if (unknown.isPresent() || !kind.group().equals(GROUP)) {
      return Optional.empty();
    }
    Subject raw = new Subject(manifest, plural, manifest.object());
    try {
      byte[] json = JsonMapper.shared().writeValueAsBytes(manifest.object());
      Decoded decoded = codec.decode(json, "application/json", kind, FieldValidation.WARN);
      for (String warning : decoded.warnings()) {
        findings.add(raw.finding(UNKNOWN_FIELD, fieldIn(warning), warning));
      }
      return Optional.of(new Subject(manifest, plural, decoded.object()));
    } catch (StatusException unreadable) {
      String message = String.valueOf(unreadable.getMessage());
      String field = WrongTypes.field(manifest.object(), message).orElse("");
      findings.add(raw.finding(UNREADABLE, field, message));
      return Optional.empty();
    }
  }

  /** Says what is wrong with the kind, if it is one of ours or looks like one. */
  private Optional<LintFinding> unknownKind(
      Manifest manifest, GroupVersionKind kind, String plural) {
    Subject raw = new Subject(manifest, plural, manifest.object());
    if (kind.version().isEmpty() || kind.kind().isEmpty()) {
      String missing = kind.version().isEmpty() ? "apiVersion" : "kind";
      return Optional.of(raw.finding(UNREADABLE, missing, "the object has no " + missing));
    }
    if (!kind.group().equals(GROUP)) {
      return plural.isEmpty()
          ? Optional.empty()
          : Optional.of(
              raw.finding(
                  UNREADABLE, "apiVersion", kind.kind() + " is a kind of " + GROUP + "/v1"));
    }
    if (plural.isEmpty()) {
      return Optional.of(
          raw.finding(
              UNREADABLE,
              "kind",
              GROUP + " has no " + kind.kind() + ", only " + String.join(", ", KINDS)));
    }
    return catalog.resource(GROUP, kind.version(), plural).isPresent()
        ? Optional.empty()
        : Optional.of(
            raw.finding(
                UNREADABLE,
                "apiVersion",
                features + " has no " + kind.kind() + " in " + GROUP + "/" + kind.version()));
  }

  // What is dropped is told as such; the advice sees what the author wrote, so as not to advise
  // what he has done.
  private boolean isValid(Subject subject, List<LintFinding> findings) {
    String version = subject.manifest().kind().version();
    ObjectNode object = subject.object();
    Strategy strategy = strategies.getOrDefault(resource(subject), Strategy.PLAIN);
    OfflineContext context = new OfflineContext(features, version, manifests);
    strategy.applyDefaults(object, version, context);
    strategy.toHub(object, version);
    ObjectNode kept = object.deepCopy();
    strategy.prepareForCreate(kept, context);
    List<LintFinding> dropped = new ArrayList<>();
    dropped("spec", object.path("spec"), kept.path("spec"), subject, dropped);
    findings.addAll(firstOfEach(dropped));
    List<FieldError> errors = new ArrayList<>();
    if (object.path("metadata").path("generateName").asString("").isEmpty()) {
      errors.addAll(MetadataRules.create(kept, strategy.nameRule(), strategy.finalizerRule()));
    }
    errors.addAll(strategy.validateCreate(kept, context));
    errors.forEach(error -> findings.add(refused(subject, error)));
    return errors.isEmpty();
  }

  /** A field that all devices have is worth saying once. */
  private static Collection<LintFinding> firstOfEach(List<LintFinding> findings) {
    Map<String, LintFinding> first = new LinkedHashMap<>();
    findings.forEach(
        finding -> first.putIfAbsent(finding.field().replaceAll("\\[[^]]*]", ""), finding));
    return first.values();
  }

  /** Reports every field that was written and is not kept. */
  private static void dropped(
      String path, JsonNode written, JsonNode kept, Subject subject, List<LintFinding> findings) {
    if (kept.isMissingNode()) {
      findings.add(subject.finding(DROPPED, path, "is dropped: its feature is off here"));
    } else if (written.isArray() && kept.size() == written.size()) {
      for (int i = 0; i < written.size(); i++) {
        dropped(path + "[" + i + "]", written.path(i), kept.path(i), subject, findings);
      }
    } else if (written.isObject()) {
      boolean isMap = path.endsWith(".attributes") || path.endsWith(".capacity");
      for (Map.Entry<String, JsonNode> field : written.properties()) {
        String name = isMap ? "[" + field.getKey() + "]" : "." + field.getKey();
        dropped(path + name, field.getValue(), kept.path(field.getKey()), subject, findings);
      }
    }
  }

  private static LintFinding refused(Subject subject, FieldError error) {
    LintRule rule =
        LintRule.error(
            REFUSED.id(), REFUSED.reason() + " with " + error.type().reason(), fix(error.type()));
    Matcher place = IN_EXPRESSION.matcher(error.message());
    return place.find()
        ? subject.finding(
            rule,
            error.field(),
            new Position(Integer.parseInt(place.group(1)), Integer.parseInt(place.group(2))),
            error.message())
        : subject.finding(rule, error.field(), error.message());
  }

  private static String fix(FieldError.Type type) {
    return switch (type) {
      case REQUIRED -> "give the field a value";
      case DUPLICATE, INVALID, NOT_FOUND, TYPE_INVALID, INTERNAL -> REFUSED.fix();
      case NOT_SUPPORTED -> "take one of the values that the message lists";
      case FORBIDDEN -> "leave the field out, or do first what the message asks for";
      case TOO_LONG -> "make it shorter";
      case TOO_MANY -> "spread the items over more objects, or leave some out";
    };
  }

  private static GroupResource resource(Subject subject) {
    return new GroupResource(GROUP, subject.plural());
  }

  /** Returns the path in quotes at the end of a warning. */
  private static String fieldIn(String warning) {
    int end = warning.lastIndexOf('"');
    int start = warning.lastIndexOf('"', end - 1);
    return start >= 0 && end > start ? warning.substring(start + 1, end) : "";
  }
}
