package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.store.StoredObject;
import io.github.dratestkit.apiserver.store.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Lists objects: which version of the past, which of its objects, and where the next page is. */
final class Listing {

  private final Parts parts;
  private final KindRules rules;

  Listing(Parts parts, KindRules rules) {
    this.parts = parts;
    this.rules = rules;
  }

  /**
   * One page.
   *
   * @param continueToken empty on the last page
   * @param remaining how many objects follow, if that is known
   */
  record Page(
      long version, List<StoredObject> objects, String continueToken, OptionalLong remaining) {}

  Page list(Target target, ListQuery query) {
    SelectableFields fields = new SelectableFields(target.resource(), rules.of(target.resource()));
    if (!query.continueToken().isEmpty()) {
      return nextPage(target, query, fields);
    }
    View view = viewFor(query);
    return page(target, query, fields, view, firstPath(target), limitOf(query));
  }

  // A list from the cache, which version 0 asks for, knows no pages.
  private static long limitOf(ListQuery query) {
    return query.resourceVersion().equals("0") ? 0 : query.limit();
  }

  private Page nextPage(Target target, ListQuery query, SelectableFields fields) {
    if (!query.resourceVersion().isEmpty() && !query.resourceVersion().equals("0")) {
      throw StatusErrors.badRequest(
          "specifying resource version is not allowed when using continue");
    }
    ContinueToken token = ContinueToken.decode(query.continueToken());
    View view =
        token.version() == ContinueToken.NEWEST
            ? parts.store().view()
            : parts.store().viewAt(token.version()).orElseThrow(() -> expired(token));
    return page(target, query, fields, view, firstPath(target) + token.start(), limitOf(query));
  }

  private static RuntimeException expired(ContinueToken token) {
    return StatusErrors.expiredContinue(
        "The provided continue parameter is too old to display a consistent list result. You can"
            + " start a new list without the continue parameter, or use the continue token in this"
            + " response to retrieve the remainder of the results. Continuing with the provided"
            + " token results in an inconsistent list - objects that were created, modified, or"
            + " deleted between the time the first chunk was returned and now may show up in the"
            + " list.",
        new ContinueToken(ContinueToken.NEWEST, token.start()).encode());
  }

  private View viewFor(ListQuery query) {
    View newest = parts.store().view();
    String asked = query.resourceVersion();
    if (asked.isEmpty() || asked.equals("0")) {
      return newest;
    }
    long version = parseVersion(asked);
    if (version > newest.version()) {
      throw StatusErrors.tooLargeResourceVersion(version, newest.version());
    }
    boolean exact =
        query.versionMatch().equals("Exact")
            || (query.versionMatch().isEmpty() && query.limit() > 0);
    if (!exact) {
      return newest;
    }
    return parts
        .store()
        .viewAt(version)
        .orElseThrow(
            () -> StatusErrors.expired("The resourceVersion for the provided list is too old."));
  }

  /** Says that a text is no version, as every reader of versions does. */
  static String noVersion(String text) {
    String reason = text.matches("[0-9]+") ? "value out of range" : "invalid syntax";
    return "resourceVersion: Invalid value: \""
        + text
        + "\": strconv.ParseUint: parsing \""
        + text
        + "\": "
        + reason;
  }

  static long parseVersion(String text) {
    if (!text.matches("[0-9]{1,18}")) {
      throw StatusErrors.badRequest("invalid resource version: " + noVersion(text));
    }
    return Long.parseLong(text);
  }

  private Page page(
      Target target,
      ListQuery query,
      SelectableFields fields,
      View view,
      String start,
      long limit) {
    List<StoredObject> objects = new ArrayList<>();
    String prefix = firstPath(target);
    String last = "";
    for (StoredObject stored : view.from(target.key().resource(), start)) {
      if (!stored.path().startsWith(prefix)) {
        break;
      }
      // Whether what follows a full page is selected too is not looked at.
      if (limit > 0 && objects.size() == limit && !isOfOne(target, query)) {
        return new Page(
            view.version(),
            objects,
            // The next page begins right after the last object of this one.
            new ContinueToken(view.version(), last + '\0').encode(),
            remaining(target, query, view, stored));
      }
      if (!selected(stored, query, fields)) {
        continue;
      }
      objects.add(stored);
      last = stored.path().substring(prefix.length());
    }
    // What cannot be watched has no version to watch from.
    long version = target.resource().verbs().contains("watch") ? view.version() : 0;
    return new Page(version, objects, "", OptionalLong.empty());
  }

  private OptionalLong remaining(Target target, ListQuery query, View view, StoredObject next) {
    if (!query.labels().isEverything() || !query.fields().isEverything()) {
      return OptionalLong.empty();
    }
    String prefix = firstPath(target);
    int after = view.sizeFrom(target.key().resource(), next.path());
    int beyond =
        prefix.isEmpty() ? 0 : view.sizeFrom(target.key().resource(), prefix + Character.MAX_VALUE);
    return OptionalLong.of(after - beyond);
  }

  static boolean selected(StoredObject stored, ListQuery query, SelectableFields fields) {
    return query.labels().matches(stored.object())
        && query.fields().matches(stored.object(), fields);
  }

  /** Returns the beginning of the paths of everything that a request is about. */
  static String firstPath(Target target) {
    boolean inNamespace = target.resource().namespaced() && !target.namespace().isEmpty();
    return inNamespace ? target.namespace() + "/" : "";
  }

  private static boolean isOfOne(Target target, ListQuery query) {
    return nameOf(query).isPresent()
        && (!target.resource().namespaced() || !target.namespace().isEmpty());
  }

  /** Returns the one object that a field selector by name asks for, if it does. */
  static Optional<String> nameOf(ListQuery query) {
    return query.fields().exactly("metadata.name");
  }

  /** Says whether a stored object lies where a request looks. */
  static boolean within(Target target, @Nullable StoredObject stored) {
    return stored != null && stored.path().startsWith(firstPath(target));
  }
}
