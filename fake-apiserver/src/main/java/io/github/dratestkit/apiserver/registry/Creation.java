package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.status.FieldError;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.status.StatusException;
import io.github.dratestkit.apiserver.store.StaleVersionException;
import io.github.dratestkit.apiserver.store.Store;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Creates objects: from a decoded body to a stored one. */
final class Creation {

  private static final Pattern VERSION = Pattern.compile("[0-9]{1,19}");
  private static final int GENERATED_NAME_BASE = 58;
  private static final int SUFFIX = 5;
  private static final int ATTEMPTS = 8;

  private final Parts parts;
  private final KindRules rules;
  private final Conversion conversion;
  private final Admission admission;
  private final FieldTracking tracking;

  Creation(
      Parts parts,
      KindRules rules,
      Conversion conversion,
      Admission admission,
      FieldTracking tracking) {
    this.tracking = tracking;
    this.parts = parts;
    this.rules = rules;
    this.conversion = conversion;
    this.admission = admission;
  }

  /** Creates an object; {@code body} is in the version of the request and becomes ours. */
  Result create(Target target, ObjectNode body, Write write) {
    return create(target, body, write, object -> tracking.created(target, object, write));
  }

  /** Creates an object that already says who owns what. */
  Result createApplied(Target target, ObjectNode body, Write write) {
    return create(target, body, write, UnaryOperator.identity());
  }

  private Result create(
      Target target, ObjectNode sent, Write write, UnaryOperator<ObjectNode> tracked) {
    ObjectNode body = sent;
    Strategy strategy = rules.of(target.resource());
    Metadata metadata = Metadata.of(body);
    placeInNamespace(target, metadata);
    metadata.remove(
        "uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink");
    strategy.applyDefaults(body, StorageNames.versionOf(target.resource()), write);
    body = tracked.apply(body);
    conversion.toHub(body, target.resource());
    ObjectNode object = Conversion.withTypeFirst(body, rules.hub(target.resource()));
    metadata = Metadata.of(object);
    strategy.creationRefusal().ifPresent(reason -> refuse(target, object, reason));
    // Whoever admits a new object sees it without what the server gives it.
    admission.admitCreate(target, object, write);
    metadata.set("uid", parts.identity().uid());
    metadata.set("creationTimestamp", write.now().toString());
    String prefix = metadata.text("generateName");
    boolean generates = metadata.name().isEmpty() && !prefix.isEmpty();
    if (generates) {
      metadata.set("name", generate(prefix));
    }
    strategy.prepareForCreate(object, write);
    // What was noticed about an object is told even if it is refused after that.
    List<String> warnings = new ArrayList<>();
    return ResourceHandler.telling(
        warnings, () -> store(target, object, write, generates ? ATTEMPTS : 1, warnings));
  }

  private Result store(
      Target target, ObjectNode object, Write write, int attempts, List<String> warnings) {
    Metadata metadata = Metadata.of(object);
    String prefix = metadata.text("generateName");
    for (int attempt = 1; ; attempt++) {
      if (attempt > 1) {
        metadata.set("name", generate(prefix));
      }
      try {
        return store(target.named(metadata.name()), object, write, warnings);
      } catch (StaleVersionException taken) {
        if (attempt == attempts) {
          throw taken(target.named(metadata.name()), prefix);
        }
      }
    }
  }

  private Result store(Target target, ObjectNode object, Write write, List<String> warnings) {
    Strategy strategy = rules.of(target.resource());
    List<FieldError> errors =
        new ArrayList<>(
            MetadataRules.create(object, strategy.nameRule(), strategy.finalizerRule()));
    errors.addAll(strategy.validateCreate(object, write));
    if (!errors.isEmpty()) {
      throw StatusErrors.invalid(rules.hub(target.resource()), Metadata.of(object).name(), errors);
    }
    warnings.clear();
    warnings.addAll(strategy.warnings(object, write));
    strategy.refusal(object, write).ifPresent(reason -> refuse(target, object, reason));
    admission.validateCreate(target, object, write);
    Metadata metadata = Metadata.of(object);
    String asked = metadata.text("resourceVersion");
    // What is no version at all is passed over (etcd3/store.go).
    boolean names = VERSION.matcher(asked).matches() && Long.parseUnsignedLong(asked) != 0;
    if (names && !write.dryRun()) {
      throw StatusErrors.internalWithoutReason(
          "resourceVersion should not be set on objects to be created");
    }
    if (write.dryRun()) {
      if (parts.store().view().get(target.key()) != null) {
        throw taken(target, metadata.text("generateName"));
      }
      return new Result.Unstored(parts.codec().settle(object), warnings);
    }
    Metadata.of(object).set("resourceVersion", "0");
    ObjectNode settled = parts.codec().settle(object);
    StoredObject stored =
        parts.store().write(target.key(), Store.NONE, version -> withVersion(settled, version));
    return new Result.Stored(stored, warnings);
  }

  static void refuse(Target target, ObjectNode object, String reason) {
    throw StatusErrors.forbidden(target.resource().resource(), Metadata.of(object).name(), reason);
  }

  private StatusException taken(Target target, String prefix) {
    if (!prefix.isEmpty()) {
      return StatusErrors.noUniqueName(target.resource().resource(), target.name());
    }
    @Nullable StoredObject present = parts.store().view().get(target.key());
    boolean deleting = present != null && Metadata.of(present.object()).isDeleting();
    return deleting
        ? StatusErrors.existsWhileDeleting(target.resource().resource(), target.name())
        : StatusErrors.alreadyExists(target.resource().resource(), target.name());
  }

  private String generate(String prefix) {
    String base =
        prefix.length() > GENERATED_NAME_BASE ? prefix.substring(0, GENERATED_NAME_BASE) : prefix;
    return base + parts.identity().suffix(SUFFIX);
  }

  private static void placeInNamespace(Target target, Metadata metadata) {
    if (!target.resource().namespaced()) {
      metadata.remove("namespace");
      return;
    }
    if (metadata.namespace().isEmpty()) {
      metadata.set("namespace", target.namespace());
    } else if (!metadata.namespace().equals(target.namespace())) {
      throw StatusErrors.badRequest(
          "the namespace of the provided object does not match the namespace sent on the request");
    }
  }

  static ObjectNode withVersion(ObjectNode object, long version) {
    Metadata.of(object).set("resourceVersion", Long.toString(version));
    return object;
  }
}
