package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.store.StoredObject;
import io.github.dratestkit.apiserver.store.View;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** All rules that count for a user in a namespace. */
record RulesOfUser(View view) {

  private static final String ALL =
      "[{\"verbs\":[\"*\"],\"apiGroups\":[\"*\"],\"resources\":[\"*\"]},"
          + "{\"verbs\":[\"*\"],\"nonResourceURLs\":[\"*\"]}]";

  List<JsonNode> in(User user, String namespace) {
    List<JsonNode> rules = new ArrayList<>();
    if (user.groups().contains("system:masters")) {
      JsonMapper.shared().readTree(ALL).forEach(rules::add);
      return rules;
    }
    for (StoredObject binding : RoleAuthorizer.bindings(view, namespace)) {
      if (RoleAuthorizer.binds(binding, user)) {
        RoleAuthorizer.rules(view, binding).forEach(rules::add);
      }
    }
    return rules;
  }
}
