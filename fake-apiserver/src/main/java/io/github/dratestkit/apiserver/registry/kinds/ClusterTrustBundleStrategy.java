package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * Bundles of certificates: those of a signer begin with its name, which is how the controller
 * manager names the one of the API server (pkg/apis/certificates/validation, 1.37). What is inside
 * the certificates is not looked at.
 */
final class ClusterTrustBundleStrategy implements Strategy {

  private static final String SIGNER = "signerName";
  private static final String NAME = "metadata.name";

  @Override
  public NameRule nameRule() {
    return NameRule.PATH_SEGMENT;
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of("spec." + SIGNER);
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode bundle) {
    return Map.of("spec." + SIGNER, signerOf(bundle));
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode bundle, WriteContext context) {
    String name = bundle.path("metadata").path("name").asString("");
    String prefix = signerOf(bundle).isEmpty() ? "" : signerOf(bundle).replace('/', ':') + ":";
    if (!name.startsWith(prefix)) {
      return List.of(FieldError.invalid(NAME, name, "must begin with \"" + prefix + "\""));
    }
    return NameRule.DNS_SUBDOMAIN.problem(name.substring(prefix.length())).stream()
        .map(problem -> FieldError.invalid(NAME, name, "after its signer " + problem))
        .toList();
  }

  // A name that was taken once is not looked at again.
  @Override
  public List<FieldError> validateUpdate(ObjectNode bundle, ObjectNode old, WriteContext context) {
    return List.of();
  }

  private static String signerOf(ObjectNode bundle) {
    return bundle.path("spec").path(SIGNER).asString("");
  }
}
