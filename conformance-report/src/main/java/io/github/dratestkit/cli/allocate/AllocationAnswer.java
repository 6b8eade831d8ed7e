package io.github.dratestkit.cli.allocate;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of a case, as the oracle writes it.
 *
 * @param outcome one of allocated, unfit, nodeError, fatal, timeout
 * @param channel the implementation that was followed
 * @param results one for each claim, if they were allocated
 * @param error why the attempt ended, for nodeError and fatal
 * @param cost what the objective makes of the allocation, if one was asked for
 * @param proven whether nothing costs less
 * @param pools the room that pools have before the allocation, if an objective was asked for
 * @param nanoseconds how long the fastest run took, without reading the case
 */
@JsonPropertyOrder({
  "id",
  "outcome",
  "channel",
  "results",
  "error",
  "cost",
  "proven",
  "pools",
  "steps",
  "nanoseconds"
})
public record AllocationAnswer(
    String id,
    String outcome,
    @JsonInclude(Include.NON_EMPTY) String channel,
    @JsonInclude(Include.NON_EMPTY) List<AllocationResult> results,
    @JsonInclude(Include.NON_NULL) @Nullable String error,
    @JsonInclude(Include.NON_NULL) @Nullable Long cost,
    @JsonInclude(Include.NON_NULL) @Nullable Boolean proven,
    @JsonInclude(Include.NON_EMPTY) List<PoolAnswer> pools,
    @JsonInclude(Include.NON_NULL) @Nullable Long steps,
    long nanoseconds) {

  static AllocationAnswer unsupported(String id, String error) {
    return new AllocationAnswer(id, "fatal", "", List.of(), error, null, null, List.of(), null, 0);
  }

  AllocationAnswer withOptimum(long least, boolean certain, List<PoolAnswer> rooms) {
    return new AllocationAnswer(
        id, outcome, channel, results, error, least, certain, rooms, steps, nanoseconds);
  }

  AllocationAnswer withNanoseconds(long fastest) {
    return new AllocationAnswer(
        id, outcome, channel, results, error, cost, proven, pools, steps, fastest);
  }
}
