package io.github.dratestkit.apiserver.lint;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.codec.Decoded;
import io.github.dratestkit.apiserver.codec.FieldValidation;
import io.github.dratestkit.apiserver.codec.ObjectCodec;
import io.github.dratestkit.apiserver.manifest.Manifest;
import io.github.dratestkit.apiserver.registry.MetadataRules;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.resource.ResourceStrategies;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.schema.Schema;
import io.github.dratestkit.apiserver.status.FieldError;
import io.github.dratestkit.apiserver.status.StatusException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  private static final Rule UNREADABLE =
      Rule.error(
          "unreadable",
          "the server answers 400: it cannot read the object as its kind",
          "give every field the type that the API has for it");
  private static final Rule UNKNOWN_FIELD =
      Rule.warning(
          "unknown-field",
          "the server drops fields that it does not know, and only warns",
          "check the spelling and the version of the API");
  private static final Rule REFUSED =
      Rule.error("refused", "the server answers 422", "make the value what the message asks for");

  private final FeatureSet features;
  private final List<Manifest> manifests;
  private final ObjectCodec codec = new ObjectCodec(Schema.builtIn());
  private final Map<GroupResource, Strategy> strategies;

  ServerRules(FeatureSet features, List<Manifest> manifests) {
    this.features = features;
    this.manifests = manifests;
    this.strategies = ResourceStrategies.all(features);
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
    if (!kind.group().equals(GROUP) || plural.isEmpty()) {
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
      findings.add(raw.finding(UNREADABLE, "", String.valueOf(unreadable.getMessage())));
      return Optional.empty();
    } catch (IllegalArgumentException unknownVersion) {
      findings.add(raw.finding(UNREADABLE, "apiVersion", "there is no " + kind + " in Kubernetes"));
      return Optional.empty();
    }
  }

  private boolean isValid(Subject subject, List<LintFinding> findings) {
    String version = subject.manifest().kind().version();
    ObjectNode object = subject.object();
    Strategy strategy = strategies.getOrDefault(resource(subject), Strategy.PLAIN);
    OfflineContext context = new OfflineContext(features, version, manifests);
    strategy.applyDefaults(object, version, context);
    strategy.toHub(object, version);
    strategy.prepareForCreate(object, context);
    List<FieldError> errors = new ArrayList<>();
    if (object.path("metadata").path("generateName").asString("").isEmpty()) {
      errors.addAll(MetadataRules.create(object, strategy.nameRule()));
    }
    errors.addAll(strategy.validateCreate(object, context));
    errors.forEach(error -> findings.add(subject.finding(REFUSED, error.field(), error.message())));
    return errors.isEmpty();
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
