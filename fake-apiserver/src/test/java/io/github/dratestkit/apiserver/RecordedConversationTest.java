package io.github.dratestkit.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The life of objects, lists and watches, patches and apply, tables and access, held against what
 * the real server answered. Codes, reasons, fields of causes and whole objects are compared;
 * sentences are not.
 */
class RecordedConversationTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "apply-basics",
        "apply-and-update",
        "apply-lists",
        "patch-json",
        "patch-merge",
        "patch-strategic",
        "field-validation",
        "tables-dra",
        "binding-eviction",
        "concurrency",
        "crud-configmap",
        "delete-options",
        "deletecollection",
        "discovery-everything",
        "dry-run",
        "errors-bodies",
        "finalizers",
        "generate-name",
        "generation",
        "immutable-fields",
        "list-paging",
        "list-resourceversion",
        "pod-defaults",
        "pod-graceful-deletion",
        "pod-status",
        "scale-subresource",
        "selectors-field",
        "selectors-kinds",
        "selectors-label",
        "watch-initial-events",
        "watch-plain",
        "watch-selector-leave"
      })
  void answers_are_those_of_the_real_server(String name) throws IOException {
    assertThat(RecordedConversation.differences("conversations/" + name)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "access-claim-status",
        "access-escalation",
        "access-forbidden",
        "access-impersonation",
        "access-impersonation-constrained",
        "access-node-reads",
        "access-node-slices",
        "access-node-writes",
        "access-reviews",
        "access-role-validation",
        "access-roles",
        "access-tokens",
        "access-who-asks"
      })
  void access_is_given_and_refused_as_by_the_real_server(String name) throws IOException {
    assertThat(RecordedConversation.differences("access/" + name)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "admission-pods",
        "limit-range",
        "quota-claims",
        "quota-counts",
        "quota-pods",
        "quota-scopes"
      })
  void admission_fills_in_and_refuses_as_the_real_server_does(String name) throws IOException {
    assertThat(RecordedConversation.differences("admission/" + name)).isEmpty();
  }
}
