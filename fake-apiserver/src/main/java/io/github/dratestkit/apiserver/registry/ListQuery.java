package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.status.FieldError;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The parameters of a list or watch.
 *
 * @param resourceVersion empty, {@code 0}, or a version
 * @param versionMatch empty, {@code Exact} or {@code NotOlderThan}
 * @param limit 0 for no limit
 * @param continueToken empty for the first page
 * @param sendInitialEvents whether a watch begins with what exists; null if it does not say
 * @param timeoutSeconds 0 if it does not say
 */
record ListQuery(
    LabelSelector labels,
    FieldSelector fields,
    String resourceVersion,
    String versionMatch,
    long limit,
    String continueToken,
    boolean watch,
    boolean allowWatchBookmarks,
    @org.jspecify.annotations.Nullable Boolean sendInitialEvents,
    long timeoutSeconds) {

  private static final GroupVersionKind OPTIONS =
      new GroupVersionKind("meta.k8s.io", "v1", "ListOptions");

  /**
   * Reads the parameters; whether they fit the kind and each other is checked by {@link #check}.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 400 if they cannot be read
   */
  static ListQuery of(ApiRequest request) {
    Function<String, String> text = name -> request.parameter(name).orElse("");
    boolean watches = flag(request, "watch");
    boolean beginsAnew = watches && beginsAnew(request);
    return new ListQuery(
        LabelSelector.parse(text.apply("labelSelector")),
        FieldSelector.parse(text.apply("fieldSelector")),
        text.apply("resourceVersion"),
        beginsAnew ? "NotOlderThan" : text.apply("resourceVersionMatch"),
        number(request, "limit"),
        text.apply("continue"),
        watches,
        flag(request, "allowWatchBookmarks"),
        request.parameter("sendInitialEvents").isPresent() || beginsAnew
            ? (Boolean) (beginsAnew || flag(request, "sendInitialEvents"))
            : null,
        number(request, "timeoutSeconds"));
  }

  // A watch of the old kind that begins with what exists is taken for one of the new kind
  // (SetListOptionsDefaults, 1.37).
  private static boolean beginsAnew(ApiRequest request) {
    String version = request.parameter("resourceVersion").orElse("");
    return request.parameter("sendInitialEvents").isEmpty()
        && request.parameter("resourceVersionMatch").orElse("").isEmpty()
        && (version.isEmpty() || version.equals("0"));
  }

  /** Says whether a request for a collection asks to watch it, whatever else it asks for. */
  static boolean asksToWatch(ApiRequest request) {
    return flag(request, "watch");
  }

  private static boolean flag(ApiRequest request, String name) {
    return request.parameter(name).map(RequestOptions::isTrue).orElse(false);
  }

  private static long number(ApiRequest request, String name) {
    return request.parameter(name).map(RequestOptions::number).orElse(0L);
  }

  /**
   * Checks what can be said before anything is looked at.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 400 or 422 if they make no sense
   */
  void check(SelectableFields selectable) {
    checkTogether();
    fields.check(selectable);
  }

  /**
   * Checks whether the parameters fit each other.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 422 if they do not
   */
  void checkTogether() {
    List<FieldError> errors = new ArrayList<>();
    if (watch) {
      checkWatch(errors);
    } else {
      checkList(errors);
    }
    if (!errors.isEmpty()) {
      throw StatusErrors.invalid(OPTIONS, "", errors);
    }
  }

  private void checkList(List<FieldError> errors) {
    if (sendInitialEvents != null) {
      errors.add(
          FieldError.forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
    }
    if (versionMatch.isEmpty()) {
      return;
    }
    if (resourceVersion.isEmpty()) {
      errors.add(
          FieldError.forbidden(
              "resourceVersionMatch",
              "resourceVersionMatch is forbidden unless resourceVersion is provided"));
    }
    if (!continueToken.isEmpty()) {
      errors.add(
          FieldError.forbidden(
              "resourceVersionMatch",
              "resourceVersionMatch is forbidden when continue is provided"));
    }
    checkMatch(errors, List.of("Exact", "NotOlderThan", ""));
    if (versionMatch.equals("Exact") && resourceVersion.equals("0")) {
      errors.add(
          FieldError.forbidden(
              "resourceVersionMatch",
              "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
    }
  }

  private void checkWatch(List<FieldError> errors) {
    if (sendInitialEvents != null && !versionMatch.equals("NotOlderThan")) {
      errors.add(
          FieldError.forbidden(
              "resourceVersionMatch",
              "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
    }
    if (!versionMatch.isEmpty() && sendInitialEvents == null) {
      errors.add(
          FieldError.forbidden(
              "resourceVersionMatch",
              "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
    }
    checkMatch(errors, List.of("NotOlderThan"));
    if (!versionMatch.isEmpty() && !continueToken.isEmpty()) {
      errors.add(
          FieldError.forbidden(
              "resourceVersionMatch",
              "resourceVersionMatch is forbidden when continue is provided"));
    }
  }

  private void checkMatch(List<FieldError> errors, List<String> supported) {
    if (!versionMatch.isEmpty() && !supported.contains(versionMatch)) {
      errors.add(FieldError.notSupported("resourceVersionMatch", versionMatch, supported));
    }
  }
}
