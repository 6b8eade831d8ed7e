package io.github.dratestkit.allocator.cases;

import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;

/**
 * An answer in a form that can be compared and kept: the class of the outcome, the steps, and every
 * field of the results that the allocator decides, in one line.
 */
public record Answer(String outcome, long steps, String results, String detail) {

  /** Answers a case with our allocator. */
  public static Answer ours(ParsedCase given, UnaryOperator<Allocator> configured, Budget budget) {
    AtomicInteger shares = new AtomicInteger();
    Allocator allocator = Allocator.of(given.snapshot(), () -> "share-" + shares.incrementAndGet());
    Outcome outcome = configured.apply(allocator).allocate(given.node(), given.allClaims(), budget);
    String detail = "";
    List<AllocationResult> results = List.of();
    if (outcome instanceof Outcome.Allocated allocated) {
      results = allocated.results();
    } else if (outcome instanceof Outcome.Fatal fatal) {
      detail = fatal.message();
    } else if (outcome instanceof Outcome.NodeError nodeError) {
      detail = nodeError.message();
    }
    return new Answer(outcome.word(), outcome.steps(), text(results), detail);
  }

  /** Reads the oracle's answer. */
  public static Answer upstream(JsonNode answer) {
    List<AllocationResult> results = new ArrayList<>();
    if (answer.has("results")) {
      results =
          ParsedCase.JSON.convertValue(
              answer.get("results"), new TypeReference<List<AllocationResult>>() {});
    }
    return new Answer(
        answer.get("outcome").asString(),
        answer.path("steps").asLong(0),
        text(results),
        answer.path("error").asString(""));
  }

  private static String text(List<AllocationResult> results) {
    StringBuilder text = new StringBuilder();
    for (AllocationResult result : results) {
      text.append(text.isEmpty() ? "" : " | ");
      List<String> devices = new ArrayList<>();
      if (result.getDevices() != null) {
        result.getDevices().getResults().forEach(device -> devices.add(text(device)));
        for (DeviceAllocationConfiguration config : result.getDevices().getConfig()) {
          devices.add(text(config));
        }
      }
      text.append(String.join(" ", devices)).append(text(result.getNodeSelector()));
    }
    return text.toString();
  }

  private static String text(DeviceRequestAllocationResult device) {
    StringBuilder text = new StringBuilder();
    text.append(device.getRequest()).append('=');
    text.append(shortened(device.getDriver())).append('/');
    text.append(device.getPool()).append('/').append(device.getDevice());
    if (device.getAdminAccess() != null) {
      text.append("!admin=").append(device.getAdminAccess());
    }
    if (device.getShareID() != null) {
      text.append('#').append(device.getShareID());
    }
    if (device.getConsumedCapacity() != null && !device.getConsumedCapacity().isEmpty()) {
      text.append(new TreeMap<>(device.getConsumedCapacity()));
    }
    if (!device.getTolerations().isEmpty()) {
      text.append("~").append(device.getTolerations().size());
    }
    if (!device.getBindingConditions().isEmpty()) {
      text.append(device.getBindingConditions()).append(device.getBindingFailureConditions());
    }
    if (!device.getSkipNodeOperations().isEmpty()) {
      text.append("-").append(device.getSkipNodeOperations());
    }
    return text.toString();
  }

  private static String shortened(String driver) {
    return driver.substring(0, Math.min(3, driver.length()));
  }

  private static String text(DeviceAllocationConfiguration config) {
    Object parameters = config.getOpaque() == null ? null : config.getOpaque().getParameters();
    String source = config.getSource().equals("FromClass") ? "class" : "claim";
    return "{"
        + source
        + config.getRequests()
        + ParsedCase.JSON.writeValueAsString(parameters)
        + "}";
  }

  private static String text(@Nullable NodeSelector selector) {
    return selector == null
        ? ""
        : " @" + ParsedCase.JSON.writeValueAsString(selector.getNodeSelectorTerms());
  }

  /** Returns the answer without what does not belong to it: steps differ when branches are cut. */
  public String decision() {
    return outcome + " " + results;
  }

  @Override
  public String toString() {
    return outcome + " " + steps + " " + results;
  }
}
