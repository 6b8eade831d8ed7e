package io.github.dratestkit.apiserver.registry.kinds.extensions;

import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.CountedSpec;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Levels of priority of requests (pkg/apis/flowcontrol/validation/validation.go, 1.37). */
final class PriorityLevelStrategy implements CountedSpec {

  private static final String EXEMPT = "Exempt";
  private static final int USUAL_SHARES = 30;
  private static final int USUAL_HAND = 8;
  private static final int USUAL_QUEUES = 64;
  private static final int USUAL_LENGTH = 50;
  private static final int MOST_QUEUES = 10_000_000;
  private static final int HASH_BITS = 60;

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    if (object.path("spec").get("exempt") instanceof ObjectNode exempt) {
      Absent.number(exempt, "nominalConcurrencyShares", 0);
      Absent.number(exempt, "lendablePercent", 0);
    }
    if (object.path("spec").get("limited") instanceof ObjectNode limited) {
      Absent.number(limited, "nominalConcurrencyShares", USUAL_SHARES);
      Absent.number(limited, "lendablePercent", 0);
      if (limited.path("limitResponse").get("queuing") instanceof ObjectNode queuing) {
        Absent.numberOrZero(queuing, "handSize", USUAL_HAND);
        Absent.numberOrZero(queuing, "queues", USUAL_QUEUES);
        Absent.numberOrZero(queuing, "queueLengthLimit", USUAL_LENGTH);
      }
    }
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field level = Field.of(object, errors);
    Field spec = level.at("spec");
    Field type = spec.at("type");
    boolean exempt = level.at("metadata", "name").text().equals("exempt");
    if (exempt != type.text().equals(EXEMPT)) {
      type.invalid("must be 'Exempt' if and only if `name` is 'exempt'");
    }
    type.requiredOneOf(List.of(EXEMPT, "Limited"));
    Field limited = spec.at("limited");
    if (!type.text().equals(EXEMPT)) {
      forbidden(spec.at("exempt"));
    }
    if (!type.text().equals("Limited")) {
      forbidden(limited);
      Field response = limited.at("limitResponse");
      if (limited.isSet() && !response.at("type").text().equals("Queue")) {
        forbidden(response.at("queuing"));
      }
    }
    if (type.text().equals("Limited")) {
      if (limited.isSet()) {
        shares(limited);
        limited.at("borrowingLimitPercent").notNegative();
        response(limited.at("limitResponse"));
      } else {
        limited.required("must not be empty when type is Limited");
      }
    } else if (type.text().equals(EXEMPT) && spec.has("exempt")) {
      shares(spec.at("exempt"));
    }
    return errors;
  }

  private static void forbidden(Field field) {
    if (field.isSet()) {
      field.forbidden("must be nil with this type");
    }
  }

  private static void shares(Field limits) {
    limits.at("nominalConcurrencyShares").notNegative();
    limits.at("lendablePercent").between(0, 100);
  }

  private static void response(Field response) {
    Field type = response.at("type");
    type.requiredOneOf(List.of("Queue", "Reject"));
    Field queuing = response.at("queuing");
    if (!type.text().equals("Queue")) {
      forbidden(queuing);
    } else if (queuing.isSet()) {
      queuing(queuing);
    } else {
      queuing.required("must not be empty with this type");
    }
  }

  private static void queuing(Field queuing) {
    queuing.at("queueLengthLimit").positive();
    Field queues = queuing.at("queues");
    queues.between(1, MOST_QUEUES);
    Field hand = queuing.at("handSize");
    if (hand.number() <= 0) {
      hand.invalid("must be positive");
    } else if (hand.number() > queues.number()) {
      hand.invalid("should not be greater than queues");
    } else if (bits(queues.number(), hand.number()) > HASH_BITS) {
      hand.invalid("needs more bits than a hash has");
    }
  }

  private static long bits(long queues, long hand) {
    double bits = 0;
    for (long i = 0; i < hand && bits <= HASH_BITS; i++) {
      bits += Math.log(queues - i) / Math.log(2);
    }
    return (long) Math.ceil(bits);
  }
}
