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
 * @param nanoseconds how long the fastest run took, without reading the case
 */
@JsonPropertyOrder({"id", "outcome", "channel", "results", "error", "steps", "nanoseconds"})
public record AllocationAnswer(
    String id,
    String outcome,
    @JsonInclude(Include.NON_EMPTY) String channel,
    @JsonInclude(Include.NON_EMPTY) List<AllocationResult> results,
    @JsonInclude(Include.NON_NULL) @Nullable String error,
    @JsonInclude(Include.NON_NULL) @Nullable Long steps,
    long nanoseconds) {

  AllocationAnswer withNanoseconds(long fastest) {
    return new AllocationAnswer(id, outcome, channel, results, error, steps, fastest);
  }
}
