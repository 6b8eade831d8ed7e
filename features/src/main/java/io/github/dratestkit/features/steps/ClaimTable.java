package io.github.dratestkit.features.steps;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequirements;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequirementsBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelectorBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequestBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTolerationBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ExactDeviceRequestBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A claim as a table of a scenario. Columns: request or alternative, class, count (a number or
 * all), where, share (a capacity and an amount, such as {@code bandwidth 10G}), tolerates (a taint
 * key), admin. Rows of one request that name an alternative each rank what it may be.
 */
final class ClaimTable {

  private final UnaryOperator<String> driverOfClass;

  ClaimTable(UnaryOperator<String> driverOfClass) {
    this.driverOfClass = driverOfClass;
  }

  /** Returns a claim with one request for each row, or for each run of alternatives. */
  DeviceClaim requests(List<Map<String, @Nullable String>> rows) {
    Map<String, List<Map<String, @Nullable String>>> alternatives = new LinkedHashMap<>();
    List<DeviceRequest> requests = new ArrayList<>();
    for (Map<String, @Nullable String> row : rows) {
      if (optional(row, "alternative").isEmpty()) {
        requests.add(request(row));
        continue;
      }
      String name = column(row, "request");
      List<Map<String, @Nullable String>> ranked =
          alternatives.computeIfAbsent(name, unseen -> new ArrayList<>());
      if (ranked.isEmpty()) {
        requests.add(new DeviceRequestBuilder().withName(name).build());
      }
      ranked.add(row);
    }
    return new DeviceClaimBuilder()
        .withRequests(
            requests.stream()
                .map(
                    request ->
                        request.getExactly() != null
                            ? request
                            : ranked(
                                request.getName(),
                                alternatives.getOrDefault(request.getName(), List.of())))
                .toList())
        .build();
  }

  /** Returns a claim with one request, whose alternatives are the rows. */
  DeviceClaim alternatives(String name, List<Map<String, @Nullable String>> rows) {
    return new DeviceClaimBuilder().withRequests(ranked(name, rows)).build();
  }

  private DeviceRequest ranked(String name, List<Map<String, @Nullable String>> rows) {
    return new DeviceRequestBuilder()
        .withName(name)
        .withFirstAvailable(
            rows.stream()
                .map(
                    row ->
                        new DeviceSubRequestBuilder()
                            .withName(column(row, "alternative"))
                            .withDeviceClassName(column(row, "class"))
                            .withAllocationMode(mode(row))
                            .withCount(count(row))
                            .withSelectors(selectors(row))
                            .withTolerations(tolerations(row))
                            .withCapacity(share(row))
                            .build())
                .toList())
        .build();
  }

  private DeviceRequest request(Map<String, @Nullable String> row) {
    ExactDeviceRequestBuilder exactly =
        new ExactDeviceRequestBuilder()
            .withDeviceClassName(column(row, "class"))
            .withAllocationMode(mode(row))
            .withCount(count(row))
            .withSelectors(selectors(row))
            .withTolerations(tolerations(row))
            .withCapacity(share(row));
    optional(row, "admin").ifPresent(admin -> exactly.withAdminAccess(admin.equals("yes")));
    return new DeviceRequestBuilder()
        .withName(column(row, "request"))
        .withExactly(exactly.build())
        .build();
  }

  private List<DeviceSelector> selectors(Map<String, @Nullable String> row) {
    return optional(row, "where")
        .map(words -> Where.toCel(words, driverOfClass.apply(column(row, "class"))))
        .map(
            expression ->
                List.of(
                    new DeviceSelectorBuilder()
                        .withNewCel()
                        .withExpression(expression)
                        .endCel()
                        .build()))
        .orElse(List.of());
  }

  private static List<DeviceToleration> tolerations(Map<String, @Nullable String> row) {
    return optional(row, "tolerates")
        .map(
            key ->
                List.of(new DeviceTolerationBuilder().withKey(key).withOperator("Exists").build()))
        .orElse(List.of());
  }

  private static @Nullable CapacityRequirements share(Map<String, @Nullable String> row) {
    return optional(row, "share")
        .map(share -> share.split(" ", 2))
        .map(
            share ->
                new CapacityRequirementsBuilder()
                    .addToRequests(share[0], new Quantity(share[1]))
                    .build())
        .orElse(null);
  }

  private static @Nullable String mode(Map<String, @Nullable String> row) {
    return optional(row, "count").filter("all"::equals).map(all -> "All").orElse(null);
  }

  private static @Nullable Long count(Map<String, @Nullable String> row) {
    return optional(row, "count")
        .filter(count -> !count.equals("all"))
        .map(Long::valueOf)
        .orElse(null);
  }

  private static String column(Map<String, @Nullable String> row, String name) {
    return optional(row, name)
        .orElseThrow(() -> new IllegalArgumentException("the table lacks the column " + name));
  }

  private static Optional<String> optional(Map<String, @Nullable String> row, String name) {
    return Optional.ofNullable(row.get(name)).filter(value -> !value.isEmpty());
  }
}
