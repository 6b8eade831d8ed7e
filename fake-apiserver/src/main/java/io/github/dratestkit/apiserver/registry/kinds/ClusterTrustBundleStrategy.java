package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Immutable;
import io.github.dratestkit.apiserver.status.FieldError;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * Bundles of certificates: those of a signer begin with its name, which is how the controller
 * manager names the one of the API server (pkg/apis/certificates/validation, 1.37).
 */
final class ClusterTrustBundleStrategy implements Strategy {

  private static final String SIGNER = "signerName";
  private static final String BUNDLE = "trustBundle";
  private static final int LIMIT = 1 << 20;
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
    List<FieldError> errors = new ArrayList<>(checkNames(bundle));
    checkBundle(bundle, errors);
    return errors;
  }

  // A bundle that stays as it is is not read again.
  @Override
  public List<FieldError> validateUpdate(ObjectNode bundle, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>(checkNames(bundle));
    Field spec = Field.of(bundle, errors).at("spec");
    if (!spec.at(BUNDLE).text().equals(old.path("spec").path(BUNDLE).asString(""))) {
      checkBundle(bundle, errors);
    }
    Immutable.check(spec, old.path("spec"), SIGNER);
    return errors;
  }

  private static List<FieldError> checkNames(ObjectNode bundle) {
    List<FieldError> errors = new ArrayList<>();
    Field signer = Field.of(bundle, errors).at("spec", SIGNER);
    String name = bundle.path("metadata").path("name").asString("");
    String prefix = signer.isEmpty() ? "" : signer.text().replace('/', ':') + ":";
    if (name.startsWith(prefix)) {
      NameRule.DNS_SUBDOMAIN
          .problem(name.substring(prefix.length()))
          .map(problem -> FieldError.invalid(NAME, name, "after its signer " + problem))
          .ifPresent(errors::add);
    } else {
      errors.add(FieldError.invalid(NAME, name, "must begin with \"" + prefix + "\""));
    }
    if (!signer.isEmpty()) {
      SignerNames.check(signer);
    }
    return errors;
  }

  private static void checkBundle(ObjectNode bundle, List<FieldError> errors) {
    String text = bundle.path("spec").path(BUNDLE).asString("");
    String path = "spec." + BUNDLE;
    if (text.getBytes(StandardCharsets.UTF_8).length > LIMIT) {
      errors.add(FieldError.tooLong(path, LIMIT));
      return;
    }
    List<String> problems = TrustAnchors.problems(text);
    problems.forEach(problem -> errors.add(FieldError.invalid(path, "<value omitted>", problem)));
  }

  private static String signerOf(ObjectNode bundle) {
    return bundle.path("spec").path(SIGNER).asString("");
  }
}
