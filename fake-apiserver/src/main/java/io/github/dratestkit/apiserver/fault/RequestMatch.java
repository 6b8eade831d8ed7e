package io.github.dratestkit.apiserver.fault;

import io.github.dratestkit.apiserver.ApiRequest;
import java.util.function.Predicate;

/** Chooses requests. Matches are narrowed step by step, and each step returns a new one. */
public final class RequestMatch {

  private final Predicate<ApiRequest> chosen;
  private final String description;

  private RequestMatch(Predicate<ApiRequest> chosen, String description) {
    this.chosen = chosen;
    this.description = description;
  }

  /** Every request. */
  public static RequestMatch any() {
    return new RequestMatch(request -> true, "any request");
  }

  /** Requests that change something. */
  public static RequestMatch writes() {
    return new RequestMatch(request -> !request.method().equals("GET"), "a write");
  }

  /** Watches. */
  public static RequestMatch watches() {
    return new RequestMatch(RequestMatch::isWatch, "a watch");
  }

  /** Gets and lists. */
  public static RequestMatch reads() {
    return new RequestMatch(
        request -> request.method().equals("GET") && !isWatch(request), "a read");
  }

  /** Only those with an HTTP method. */
  public RequestMatch method(String method) {
    return and(request -> request.method().equals(method), "by " + method);
  }

  /** Only those on a resource, such as {@code resourceclaims}, its subresources included. */
  public RequestMatch resource(String plural) {
    return and(
        request -> RequestParts.of(request.path()).resource().equals(plural), "on " + plural);
  }

  /** Only those on a subresource, such as {@code status}. */
  public RequestMatch subresource(String subresource) {
    return and(
        request -> RequestParts.of(request.path()).subresource().equals(subresource),
        "at " + subresource);
  }

  /** Only those on an object of a name. */
  public RequestMatch named(String name) {
    return and(request -> RequestParts.of(request.path()).name().equals(name), "of " + name);
  }

  /** Only those of a client whose user agent begins with a name, such as {@code kube-scheduler}. */
  public RequestMatch from(String userAgent) {
    return and(
        request -> request.header("user-agent").orElse("").startsWith(userAgent),
        "from " + userAgent);
  }

  boolean matches(ApiRequest request) {
    return chosen.test(request);
  }

  private RequestMatch and(Predicate<ApiRequest> more, String words) {
    return new RequestMatch(chosen.and(more), description + " " + words);
  }

  private static boolean isWatch(ApiRequest request) {
    return request.method().equals("GET")
        && request
            .parameter("watch")
            .filter(value -> !value.equals("false") && !value.equals("0"))
            .isPresent();
  }

  @Override
  public String toString() {
    return description;
  }
}
