package io.github.dratestkit.apiserver.resource;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The names of a claim's requests and subrequests, and the rules for references to them. */
final class RequestNames {

  private static final int LIMIT = 32;

  private final Map<String, Set<String>> subrequests = new HashMap<>();

  private RequestNames() {}

  /** Returns the names in {@code spec.devices} of a claim. */
  static RequestNames of(JsonNode devices) {
    RequestNames names = new RequestNames();
    for (JsonNode request : Tree.items(devices, "requests")) {
      Set<String> below = new HashSet<>();
      for (JsonNode subrequest : Tree.items(request, "firstAvailable")) {
        below.add(Tree.text(subrequest, "name"));
      }
      names.subrequests.put(Tree.text(request, "name"), below);
    }
    return names;
  }

  /** Checks the list of references of a constraint or a configuration. */
  void references(JsonNode owner, String path, Findings findings) {
    List<JsonNode> references = Tree.items(owner, "requests");
    String at = Path.child(path, "requests");
    Findings declared = findings.alsoDeclared();
    if (Lists.fits(references, LIMIT, at, declared)) {
      Lists.each(
          references, at, (name, one, found) -> reference(name.asString(""), one, found), findings);
      Lists.unique(references, at, name -> name.asString(""), declared);
    }
  }

  /** Checks a reference: {@code request} or {@code request/subrequest}. */
  void reference(String name, String path, Findings findings) {
    String[] segments = name.split("/", -1);
    if (segments.length <= 2) {
      for (String segment : segments) {
        Formats.dnsLabel(segment, path, findings);
      }
    }
    if (!has(segments)) {
      findings.invalid(
          path,
          name,
          "must name a request of the claim, or a request and its subrequest with a slash between");
    }
  }

  private boolean has(String[] segments) {
    Set<String> below = subrequests.get(segments[0]);
    return below != null
        && (segments.length == 1 || (segments.length == 2 && below.contains(segments[1])));
  }
}
