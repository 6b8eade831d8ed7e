package io.github.dratestkit.apiserver.registry.kinds.extensions;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** How versions of a custom resource are made from each other. */
final class DefinitionConversion {

  private static final List<String> STRATEGIES = List.of("None", "Webhook");
  private static final List<String> REVIEWS = List.of("v1", "v1beta1");

  private DefinitionConversion() {}

  static void check(Field conversion, boolean preservesUnknownFields) {
    if (!conversion.isSet()) {
      return;
    }
    Field strategy = conversion.at("strategy");
    if (preservesUnknownFields && !strategy.text().equals("None")) {
      strategy.invalid("must be None if spec.preserveUnknownFields is true");
    }
    strategy.requiredOneOf(STRATEGIES);
    Field config = conversion.at("webhookClientConfig");
    Field reviews = conversion.at("conversionReviewVersions");
    if (!strategy.text().equals("Webhook")) {
      if (config.isSet()) {
        config.forbidden("should not be set when strategy is not set to Webhook");
      }
      if (!reviews.isEmpty()) {
        reviews.forbidden("should not be set when strategy is not set to Webhook");
      }
      return;
    }
    if (config.isSet()) {
      WebhookClients.check(config);
    } else {
      config.required("required when strategy is set to Webhook");
    }
    reviews(reviews, REVIEWS);
  }

  /** The versions of reviews that a webhook understands, one of which must be known. */
  static void reviews(Field reviews, List<String> known) {
    if (!reviews.isThere()) {
      return;
    }
    Set<String> seen = new HashSet<>();
    for (Field review : reviews.items()) {
      if (seen.add(review.text())) {
        review.invalid(NameRule.DNS_1035_LABEL.problem(review.text()));
      } else {
        review.invalid("duplicate version");
      }
    }
    if (known.stream().noneMatch(seen::contains)) {
      reviews.invalid("must include at least one of " + String.join(", ", known));
    }
  }
}
