package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.codec.Decoded;
import io.github.dratestkit.apiserver.codec.FieldValidation;
import io.github.dratestkit.apiserver.codec.ProtobufBodies;
import io.github.dratestkit.apiserver.patch.Patches;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.schema.Schema;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.status.StatusException;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** Answers every request about resources. The one way into this package. */
public final class ResourceHandler {

  private static final GroupVersionKind DELETE_OPTIONS =
      new GroupVersionKind("meta.k8s.io", "v1", "DeleteOptions");
  private static final Set<String> REVIEW_GROUPS =
      Set.of("authentication.k8s.io", "authorization.k8s.io");
  private static final GroupResource BINDINGS = new GroupResource("", "bindings");

  private final Parts parts;
  private final KindRules rules;
  private final Renderings renderings;
  private final Conversion conversion;
  private final Admission admission;
  private final Creation creation;
  private final Updating updating;
  private final Patching patching;
  private final Applying applying;
  private final Deletion deletion;
  private final Listing listing;
  private final Watching watching;
  private final Binding binding;
  private final FieldTracking tracking;
  private final Eviction eviction;
  private final Scaling scaling;

  /** Creates a handler over a store. */
  public ResourceHandler(Parts parts) {
    this.parts = parts;
    this.rules = new KindRules(parts.kinds());
    this.conversion = new Conversion(rules, parts.codec());
    this.renderings =
        new Renderings(conversion, new ProtobufBodies(Schema.builtIn()), parts.timers());
    this.admission = new Admission(parts.store(), parts.plugins());
    this.tracking = new FieldTracking(parts, conversion);
    this.creation = new Creation(parts, rules, conversion, admission, tracking);
    this.updating = new Updating(parts, rules, conversion, admission, tracking);
    this.patching = new Patching(parts, conversion, updating);
    this.applying = new Applying(parts, conversion, tracking, creation, updating);
    this.deletion = new Deletion(parts, rules, updating, admission);
    this.listing = new Listing(parts, rules);
    this.watching = new Watching(parts, rules);
    this.binding = new Binding(parts, updating);
    this.eviction = new Eviction(parts, updating, deletion);
    this.scaling = new Scaling(rules, conversion, updating, tracking);
  }

  /**
   * Answers a request.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException if it is refused
   */
  public ApiResponse handle(Target target, ApiRequest request, Requester requester) {
    requireVerb(target, verb(target, request));
    boolean routed = target.resource().isDefined() || Patches.isRouted(contentType(request));
    if (request.method().equals("PATCH") && !routed) {
      throw StatusErrors.unsupportedPatchType();
    }
    Answers answers = new Answers(renderings.of(target, request));
    return switch (request.method()) {
      case "GET" -> read(answers, target, request);
      case "POST" -> post(answers, target, request, requester);
      case "PUT" -> put(answers, target, request, requester);
      case "PATCH" -> patch(answers, target, request, requester);
      case "DELETE" -> delete(answers, target, request, requester);
      default -> throw StatusErrors.methodNotAllowed();
    };
  }

  /** Returns the verb of a request, as authorisation knows it. */
  public static String verb(Target target, ApiRequest request) {
    boolean collection = target.name().isEmpty();
    return switch (request.method()) {
      case "GET" -> {
        if (!collection) {
          yield "get";
        }
        yield ListQuery.asksToWatch(request) ? "watch" : "list";
      }
      case "POST" -> "create";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> collection ? "deletecollection" : "delete";
      default -> "";
    };
  }

  /**
   * Checks the parameters of a watch by the old path, which are taken for those of a list unless
   * they say {@code watch} once more.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 400 or 422 if they make no sense
   */
  public static void checkOldWatch(ApiRequest request) {
    ListQuery.of(request).checkTogether();
  }

  private static void requireVerb(Target target, String asked) {
    ServedResource resource = target.resource();
    if (resource.isDefined()) {
      requireVerbOfDefined(target, asked);
      return;
    }
    // Whether something can be watched is looked at after the parameters.
    String verb = asked.equals("watch") && !resource.verbs().contains("watch") ? "list" : asked;
    if (resource.onlyAnswers() && !target.name().isEmpty()) {
      throw StatusErrors.noSuchResource();
    }
    if (!fits(target, verb)) {
      throw StatusErrors.methodNotAllowed();
    }
    if (target.subresource().isEmpty()) {
      if (!resource.verbs().contains(verb)) {
        throw StatusErrors.methodNotAllowed();
      }
      return;
    }
    ServedResource.Subresource subresource =
        resource.subresource(target.subresource()).orElseThrow(StatusErrors::noSuchResource);
    if (!subresource.verbs().contains(verb)) {
      throw StatusErrors.methodNotAllowed();
    }
  }

  // What can be done with custom resources does not follow from what discovery says of them.
  private static void requireVerbOfDefined(Target target, String verb) {
    ServedResource resource = target.resource();
    if (target.subresource().isEmpty()) {
      if (!fits(target, verb) && !verb.equals("deletecollection")) {
        throw StatusErrors.notSupported(resource.resource(), verb);
      }
      return;
    }
    ServedResource.Subresource subresource =
        resource
            .subresource(target.subresource())
            .orElseThrow(() -> StatusErrors.notFound(resource.resource(), target.name()));
    if (!subresource.verbs().contains(verb)) {
      throw StatusErrors.notSupported(resource.resource(), verb);
    }
  }

  // Objects are named, collections are not, and nothing is written to all namespaces at once.
  private static boolean fits(Target target, String verb) {
    boolean collection = target.name().isEmpty();
    boolean everywhere = target.resource().namespaced() && target.namespace().isEmpty();
    return switch (verb) {
      case "create" -> (collection && !everywhere) || !target.subresource().isEmpty();
      case "deletecollection" -> !everywhere;
      case "update", "patch" -> !collection;
      default -> true;
    };
  }

  private ApiResponse read(Answers answers, Target target, ApiRequest request) {
    if (target.subresource().equals("scale")) {
      refuseExport(request);
      return answers.foreign(200, scaling.read(target), List.of());
    }
    if (!target.name().isEmpty()) {
      refuseExport(request);
      requireReached(request);
      return answers.object(200, updating.require(target), List.of());
    }
    ListQuery query = listQuery(target, request);
    if (query.watch() && !target.resource().verbs().contains("watch")) {
      throw StatusErrors.notSupported(target.resource().resource(), "watch");
    }
    if (query.watch()) {
      return answers.stream(watching.watch(target, query, answers::frames));
    }
    return answers.list(listing.list(target, query), List.of());
  }

  private ListQuery listQuery(Target target, ApiRequest request) {
    ListQuery query = ListQuery.of(request);
    query.check(new SelectableFields(target.resource(), rules.of(target.resource())));
    return query;
  }

  private static void refuseExport(ApiRequest request) {
    if (request.parameter("export").map(RequestOptions::isTrue).orElse(false)) {
      throw StatusErrors.badRequest(
          "the export parameter, deprecated since v1.14, is no longer supported");
    }
  }

  private void requireReached(ApiRequest request) {
    String asked = request.parameter("resourceVersion").orElse("");
    if (asked.isEmpty()) {
      return;
    }
    if (!asked.matches("[0-9]{1,18}")) {
      throw StatusErrors.internalWithoutReason(Listing.noVersion(asked));
    }
    long newest = parts.store().view().version();
    if (Long.parseLong(asked) > newest) {
      throw StatusErrors.tooLargeResourceVersion(Long.parseLong(asked), newest);
    }
  }

  private ApiResponse post(
      Answers answers, Target target, ApiRequest request, Requester requester) {
    parts.codec().requireReadable(contentType(request));
    Write write = write(target, request, requester, "create");
    Decoded body = decode(request, bodyKind(target));
    requester.applyDefaults(target, body.object());
    ObjectNode question =
        REVIEW_GROUPS.contains(bodyKind(target).group())
            ? tracking.created(target.ofKind(bodyKind(target)), body.object(), write)
            : body.object();
    String namespace = Metadata.of(body.object()).text("namespace");
    if (!target.subresource().isEmpty()
        && !namespace.isEmpty()
        && !namespace.equals(target.namespace())) {
      throw StatusErrors.badRequest(
          "the namespace of the provided object does not match the namespace sent on the request");
    }
    if (!target.subresource().isEmpty()) {
      admission.validatePost(target, body.object(), write);
    }
    Optional<ObjectNode> answer = requester.answer(target, question);
    if (answer.isPresent()) {
      return answers.foreign(201, parts.codec().settle(answer.get()), body.warnings());
    }
    if (target.subresource().isEmpty() && !target.resource().resource().equals(BINDINGS)) {
      Result result = telling(body.warnings(), () -> creation.create(target, body.object(), write));
      return answers.result(201, result, body.warnings());
    }
    switch (target.subresource()) {
      case "", "binding" -> binding.bind(target, body.object(), write);
      case "eviction" -> eviction.evict(target, body.object(), write);
      default -> throw StatusErrors.methodNotAllowed();
    }
    return answers.success(201);
  }

  private ApiResponse put(Answers answers, Target target, ApiRequest request, Requester requester) {
    Write write = write(target, request, requester, "update");
    Decoded body = decode(request, bodyKind(target));
    if (target.subresource().equals("scale")) {
      Updating.checkPlace(target, body.object());
      return answers.foreign(
          200, scaling.update(target, stored -> body.object(), write), body.warnings());
    }
    return telling(body.warnings(), () -> putWhole(answers, target, body, write));
  }

  private ApiResponse putWhole(Answers answers, Target target, Decoded body, Write write) {
    if (isToBeCreated(target, body.object())) {
      Metadata.of(body.object()).remove("resourceVersion");
      Result created = creation.create(target, body.object(), write);
      return answers.result(201, created, body.warnings());
    }
    Result result =
        updating.update(target, stored -> body.object().deepCopy(), write, Updating.Retry.NEVER);
    return answers.result(200, result, body.warnings());
  }

  /** Sends what was noticed about a body along with its refusal. */
  static <T> T telling(List<String> warnings, Supplier<T> write) {
    try {
      return write.get();
    } catch (StatusException refused) {
      throw refused.withWarnings(warnings);
    }
  }

  private boolean isToBeCreated(Target target, ObjectNode body) {
    // A status comes to be with its object, where a PUT may make one.
    boolean whole = target.subresource().isEmpty() || target.subresource().equals("status");
    if (parts.store().view().get(target.key()) != null || !whole) {
      return false;
    }
    Updating.checkPlace(target, body);
    if (!rules.of(target.resource()).allowsCreateOnUpdate()) {
      return false;
    }
    String uid = Metadata.of(body).uid();
    if (!uid.isEmpty()) {
      throw Updating.otherUid(target, uid, "");
    }
    Updating.requireVersion(Metadata.of(body).text("resourceVersion"));
    return true;
  }

  private ApiResponse patch(
      Answers answers, Target target, ApiRequest request, Requester requester) {
    if (target.resource().isDefined()) {
      Patches.requireKnownOfCustom(contentType(request));
    }
    Patches.check(contentType(request), request.body());
    Write write = write(target, request, requester, "patch");
    if (target.subresource().equals("scale")) {
      return patchScale(answers, target, request, write);
    }
    FieldValidation validation = RequestOptions.fieldValidation(request);
    if (Patches.isApply(contentType(request))) {
      Applying.Outcome outcome = applying.apply(target, request, validation, write);
      return answers.result(outcome.code(), outcome.result(), outcome.warnings());
    }
    Result result = patching.patch(target, request, validation, write);
    return answers.result(200, result, List.of());
  }

  private ApiResponse patchScale(Answers answers, Target target, ApiRequest request, Write write) {
    FieldValidation validation = RequestOptions.fieldValidation(request);
    if (Patches.isApply(contentType(request))) {
      Applying.Applied applied = Applying.read(request, Scaling.KIND, validation);
      applied.refuseRepeated(validation);
      ObjectNode scale = scaling.apply(target, applied.object(), Applying.force(request), write);
      return answers.foreign(200, scale, applied.repeated());
    }
    List<String> warnings = new ArrayList<>();
    ObjectNode scale =
        scaling.update(
            target,
            current -> {
              Decoded patched = patching.patched(Scaling.KIND, request, validation, current);
              warnings.addAll(patched.warnings());
              return patched.object();
            },
            write);
    return answers.foreign(200, scale, warnings);
  }

  private ApiResponse delete(
      Answers answers, Target target, ApiRequest request, Requester requester) {
    Write asked = write(target, request, requester, "delete");
    DeleteRequest options = deleteOptions(request, asked.dryRun());
    Write write = options.dryRun() ? asked.asDryRun() : asked;
    if (target.name().isEmpty()) {
      options.requireForCollection();
      return deleteCollection(answers, target, request, options, write);
    }
    List<String> warnings = warningsOf(target, options);
    Deletion.Outcome outcome = telling(warnings, () -> deletion.delete(target, options, write));
    boolean whole =
        !outcome.gone()
            || rules.of(target.resource()).returnsDeletedObject(target.resource().version());
    int code = options.waitsForOrphans() && !outcome.gone() ? 202 : 200;
    return whole
        ? answers.object(code, outcome.object(), warnings)
        : answers.deleted(target, outcome.object(), warnings);
  }

  private List<String> warningsOf(Target target, DeleteRequest options) {
    return options.propagation() == null
        ? rules.of(target.resource()).warningsOfVagueDeletion()
        : List.of();
  }

  private ApiResponse deleteCollection(
      Answers answers, Target target, ApiRequest request, DeleteRequest options, Write write) {
    List<String> warnings = warningsOf(target, options);
    return telling(
        warnings,
        () ->
            answers.list(deleteAll(target, listQuery(target, request), options, write), warnings));
  }

  private Listing.Page deleteAll(
      Target target, ListQuery query, DeleteRequest options, Write write) {
    Listing.Page page = listing.list(target, query);
    List<StoredObject> deleted = new ArrayList<>();
    for (StoredObject stored : page.objects()) {
      Target one = target.named(stored.key().name()).in(stored.key().namespace());
      try {
        deletion.delete(one, options, write);
        deleted.add(stored);
      } catch (StatusException refused) {
        if (refused.code() != 404) {
          throw refused;
        }
      }
    }
    return new Listing.Page(page.version(), deleted, page.continueToken(), page.remaining());
  }

  private DeleteRequest deleteOptions(ApiRequest request, boolean dryRun) {
    return DeleteRequest.of(
        request.body().length > 0
            ? decode(request, DELETE_OPTIONS).object()
            : RequestOptions.deletion(request),
        dryRun);
  }

  private Decoded decode(ApiRequest request, GroupVersionKind kind) {
    return OwnerReferences.withoutDuplicates(
        parts
            .codec()
            .decode(
                request.body(),
                contentType(request),
                kind,
                RequestOptions.fieldValidation(request)));
  }

  private static String contentType(ApiRequest request) {
    return request.header("content-type").orElse("");
  }

  private static GroupVersionKind bodyKind(Target target) {
    return target
        .resource()
        .subresource(target.subresource())
        .map(ServedResource.Subresource::kind)
        .orElse(target.resource().kind());
  }

  private Write write(Target target, ApiRequest request, Requester requester, String verb) {
    RequestOptions.check(request);
    return new Write(
        parts.features(),
        parts.store(),
        parts.timers().instant(),
        StorageNames.versionOf(target.resource()),
        verb,
        target.subresource(),
        requester.caller(),
        (who, access) -> requester.mayAlso(access),
        RequestOptions.isDryRun(request),
        RequestOptions.fieldManager(request));
  }
}
