package io.github.dratestkit.apiserver.client;

/**
 * What a feed selects.
 *
 * @param fieldSelector as in a request, such as {@code spec.nodeName=node-1}; empty for all
 * @param labelSelector as in a request; empty for all
 */
public record FeedOptions(String fieldSelector, String labelSelector) {

  /** Everything. */
  public static final FeedOptions ALL = new FeedOptions("", "");

  /** Returns options that select by a field. */
  public static FeedOptions byField(String selector) {
    return new FeedOptions(selector, "");
  }
}
