package io.github.dratestkit.apiserver.status;

import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.status.StatusException.Cause;
import io.github.dratestkit.apiserver.status.StatusException.Details;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Every refusal of the generic machinery, in the fixed formats that clients read
 * (apimachinery/pkg/api/errors, 1.37).
 */
public final class StatusErrors {

  private StatusErrors() {}

  /** 400: the request makes no sense. */
  public static StatusException badRequest(String message) {
    return new StatusException(400, "BadRequest", message, Details.NONE);
  }

  /** 401: who asks is not known. */
  public static StatusException unauthorized() {
    return new StatusException(401, "Unauthorized", "Unauthorized", Details.NONE);
  }

  /** 403: admission or authorisation says no. */
  public static StatusException forbidden(GroupResource resource, String name, String message) {
    String subject = name.isEmpty() ? resource.toString() : resource + " \"" + name + "\"";
    return new StatusException(
        403,
        "Forbidden",
        (subject.isEmpty() ? "forbidden: " : subject + " is forbidden: ") + message,
        Details.of(name, resource.group(), resource.resource()));
  }

  /** 403: something is to be created in a namespace that is going away. */
  public static StatusException namespaceTerminating(
      GroupResource resource, String name, String namespace) {
    String message =
        "unable to create new content in namespace "
            + namespace
            + " because it is being terminated";
    return new StatusException(
        403,
        "Forbidden",
        resource + " \"" + name + "\" is forbidden: " + message,
        Details.of(name, resource.group(), resource.resource())
            .with(
                List.of(
                    new Cause(
                        "NamespaceTerminating",
                        "namespace " + namespace + " is being terminated",
                        "metadata.namespace"))));
  }

  /** 404: no such object. */
  public static StatusException notFound(GroupResource resource, String name) {
    return new StatusException(
        404,
        "NotFound",
        resource + " \"" + name + "\" not found",
        Details.of(name, resource.group(), resource.resource()));
  }

  /** 404: a group is served, but not this resource or version of it. */
  public static StatusException noSuchResource() {
    return new StatusException(
        404,
        "NotFound",
        "the server could not find the requested resource",
        Details.of("", "", ""));
  }

  /** 405: the resource does not have this verb. */
  public static StatusException methodNotAllowed() {
    return new StatusException(
        405,
        "MethodNotAllowed",
        "the server does not allow this method on the requested resource",
        Details.of("", "", ""));
  }

  /** 405: the resource has the method, but cannot do what its parameters ask for. */
  public static StatusException notSupported(GroupResource resource, String verb) {
    return new StatusException(
        405,
        "MethodNotAllowed",
        verb + " is not supported on resources of kind \"" + resource + "\"",
        Details.of("", resource.group(), resource.resource()));
  }

  /** 406: the client accepts nothing that the server can give. */
  public static StatusException notAcceptable(List<String> acceptable) {
    return new StatusException(
        406,
        "NotAcceptable",
        "only the following media types are accepted: " + String.join(", ", acceptable),
        Details.NONE);
  }

  /** 406: the client accepts none of the media types. */
  public static StatusException noRepresentation(List<String> available) {
    return new StatusException(
        406,
        "NotAcceptable",
        "406: Not Acceptable\n\nAvailable representations: " + String.join(", ", available),
        Details.of("", "", ""));
  }

  /** 406: the client wants to see something else than there is. */
  public static StatusException notAcceptableView(String message) {
    return new StatusException(406, "NotAcceptable", message, Details.NONE);
  }

  /** 409: the name is taken. */
  public static StatusException alreadyExists(GroupResource resource, String name) {
    return new StatusException(
        409,
        "AlreadyExists",
        resource + " \"" + name + "\" already exists",
        Details.of(name, resource.group(), resource.resource()));
  }

  /** 409: the name is taken by an object that is going away. */
  public static StatusException existsWhileDeleting(GroupResource resource, String name) {
    return new StatusException(
        409,
        "AlreadyExists",
        "object is being deleted: " + resource + " \"" + name + "\" already exists",
        Details.of(name, resource.group(), resource.resource()));
  }

  /** 409: no free name was found for a generateName. */
  public static StatusException noUniqueName(GroupResource resource, String name) {
    return new StatusException(
        409,
        "AlreadyExists",
        resource
            + " \""
            + name
            + "\" already exists, the server was not able to generate a unique name for the object",
        Details.of(name, resource.group(), resource.resource()).retryAfter(1));
  }

  /** 409: the object changed since the client read it. */
  public static StatusException modified(GroupResource resource, String name) {
    return conflict(
        resource,
        name,
        "the object has been modified; please apply your changes to the latest version and try"
            + " again");
  }

  /** 409: the operation contradicts the state of the object. */
  public static StatusException conflict(GroupResource resource, String name, String message) {
    return new StatusException(
        409,
        "Conflict",
        "Operation cannot be fulfilled on " + resource + " \"" + name + "\": " + message,
        Details.of(name, resource.group(), resource.resource()));
  }

  /** 409: an apply meets fields of other managers. */
  public static StatusException applyConflict(String message, List<Cause> causes) {
    return new StatusException(409, "Conflict", message, Details.of("", "", "").with(causes));
  }

  /** 410: the version asked for is no longer known. */
  public static StatusException expired(String message) {
    return new StatusException(410, "Expired", message, Details.NONE);
  }

  /** 410: a list cannot go on at its old version; the token continues at the newest one. */
  public static StatusException expiredContinue(String message, String token) {
    return new StatusException(410, "Expired", message, Details.NONE.continueWith(token));
  }

  /** 413: the body is too large. */
  public static StatusException tooLarge(int limit) {
    return new StatusException(
        413, "RequestEntityTooLarge", "Request entity too large: limit is " + limit, Details.NONE);
  }

  /** 413: a JSON patch has too many operations. */
  public static StatusException tooManyOperations(int limit, int count) {
    return new StatusException(
        413,
        "RequestEntityTooLarge",
        "Request entity too large: The allowed maximum operations in a JSON patch is "
            + limit
            + ", got "
            + count,
        Details.NONE);
  }

  /** 415: the body is of a kind that is not understood here. */
  public static StatusException unsupportedMediaType(List<String> acceptable) {
    return new StatusException(
        415,
        "UnsupportedMediaType",
        "the body of the request was in an unknown format - accepted media types include: "
            + String.join(", ", acceptable),
        Details.NONE);
  }

  /** 415: the body is no patch of a known kind. */
  public static StatusException unsupportedPatchType() {
    return new StatusException(
        415, "UnsupportedMediaType", "415: Unsupported Media Type", Details.of("", "", ""));
  }

  /** 422: fields of an object break rules. */
  public static StatusException invalid(
      GroupVersionKind kind, String name, List<FieldError> errors) {
    List<Cause> causes =
        errors.stream()
            .map(error -> new Cause(error.type().reason(), error.message(), error.field()))
            .toList();
    return new StatusException(
        422,
        "Invalid",
        qualified(kind) + " \"" + name + "\" is invalid: " + aggregate(errors),
        Details.of(name, kind.group(), kind.kind()).with(causes));
  }

  /** 422: a patch cannot be applied. */
  public static StatusException unprocessable(String message) {
    return new StatusException(422, "Invalid", message, Details.of("", "", ""));
  }

  /** 429: come again later. */
  public static StatusException tooManyRequests(String message, int retryAfterSeconds) {
    return new StatusException(
        429, "TooManyRequests", message, Details.of("", "", "").retryAfter(retryAfterSeconds));
  }

  /** 429: a disruption budget does not allow an eviction. */
  public static StatusException disruptionBudget(
      String message, String cause, int retryAfterSeconds) {
    Details details =
        Details.of("", "", "").with(List.of(new Cause("DisruptionBudget", cause, "")));
    return new StatusException(
        429,
        "TooManyRequests",
        message,
        retryAfterSeconds > 0 ? details.retryAfter(retryAfterSeconds) : details);
  }

  /** 500 without a reason, which the real server gives for some wrong inputs too. */
  public static StatusException internalWithoutReason(String message) {
    return new StatusException(500, "", message, Details.NONE);
  }

  /** 500: a fault of the server. */
  public static StatusException internal(String message) {
    return new StatusException(
        500,
        "InternalError",
        "Internal error occurred: " + message,
        Details.of("", "", "").with(List.of(new Cause("", message, ""))));
  }

  /** 500: a watch was over before it began. */
  public static StatusException outOfTime() {
    return new StatusException(500, "InternalError", "context deadline exceeded", Details.NONE);
  }

  /** 501: what is asked for does not exist here, on purpose. */
  public static StatusException notImplemented(String message) {
    return new StatusException(501, "NotImplemented", message, Details.NONE);
  }

  /** 504: a version from the future was asked for. */
  public static StatusException tooLargeResourceVersion(long asked, long current) {
    return new StatusException(
        504,
        "Timeout",
        "Timeout: Too large resource version: " + asked + ", current: " + current,
        Details.of("", "", "")
            .with(List.of(new Cause("ResourceVersionTooLarge", "Too large resource version", "")))
            .retryAfter(1));
  }

  private static String qualified(GroupVersionKind kind) {
    return kind.group().isEmpty() ? kind.kind() : kind.kind() + "." + kind.group();
  }

  private static String aggregate(List<FieldError> errors) {
    Set<String> texts =
        errors.stream().map(FieldError::text).collect(Collectors.toCollection(LinkedHashSet::new));
    return texts.size() == 1
        ? texts.iterator().next()
        : texts.stream().collect(Collectors.joining(", ", "[", "]"));
  }
}
