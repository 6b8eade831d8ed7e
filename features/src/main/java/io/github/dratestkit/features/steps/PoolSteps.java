package io.github.dratestkit.features.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Then;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Pools and devices as they are published. */
public final class PoolSteps {

  private final World world;
  private final Claims claims;

  /** Made by Cucumber. */
  public PoolSteps(World world) {
    this.world = world;
    this.claims = new Claims(world);
  }

  /** A pool is whole: so many devices, all of one generation. */
  @Then("pool {string} has {int} device(s) in generation {long}")
  public void hasDevicesInGeneration(String pool, int count, long generation) {
    world.eventually(
        () -> {
          List<ResourceSlice> slices = newest(pool);
          long actual = slices.isEmpty() ? 0 : generation(slices.get(0));
          return devices(slices).size() == count && actual == generation && isComplete(slices)
              ? Optional.empty()
              : Optional.of(describe(pool, slices));
        });
    slices(pool).forEach(world::account);
    accountForRemovedSlices();
  }

  /** A pool is whole: so many devices, in whatever generation. */
  @Then("pool {string} has {int} device(s)")
  public void hasDevices(String pool, int count) {
    world.eventually(
        () -> {
          List<ResourceSlice> slices = newest(pool);
          return devices(slices).size() == count && isComplete(slices)
              ? Optional.empty()
              : Optional.of(describe(pool, slices));
        });
    slices(pool).forEach(world::account);
    accountForRemovedSlices();
  }

  /** A pool is spread over so many slices. */
  @Then("pool {string} is published in {int} slice(s)")
  public void publishedIn(String pool, int count) {
    assertThat(newest(pool)).as("slices of pool %s", pool).hasSize(count);
  }

  /** Nothing is left of a pool. */
  @Then("pool {string} is gone")
  public void gone(String pool) {
    world.eventually(
        () ->
            slices(pool).isEmpty() ? Optional.empty() : Optional.of(describe(pool, newest(pool))));
    accountForRemovedSlices();
  }

  /** A device is published with these values; columns: attribute, value. */
  @Then("device {string} of pool {string} has")
  public void deviceHas(String device, String pool, DataTable rows) {
    Device found =
        devices(newest(pool)).stream()
            .filter(candidate -> candidate.getName().equals(device))
            .findFirst()
            .orElseThrow(() -> new AssertionError("pool " + pool + " has no device " + device));
    for (List<String> row : rows.rows(1).cells()) {
      assertThat(text(found, row.get(0)))
          .as("attribute %s of %s", row.get(0), device)
          .isEqualTo(row.get(1));
    }
  }

  /** All devices of a claim have one value of an attribute, in whichever pools they are. */
  @Then("the devices of {claim} agree in {string}")
  public void agree(ClaimName claim, String attribute) {
    ResourceClaim found =
        claims.find(claim).orElseThrow(() -> new AssertionError(claim + " does not exist"));
    Set<String> values = new HashSet<>();
    for (DeviceRequestAllocationResult result : Claims.results(found)) {
      values.add(valueOf(result, attribute));
    }
    assertThat(values).as("values of %s", attribute).hasSize(1);
    world.account(found);
  }

  private String valueOf(DeviceRequestAllocationResult result, String attribute) {
    return newest(result.getPool()).stream()
        .filter(slice -> slice.getSpec().getDriver().equals(result.getDriver()))
        .flatMap(slice -> slice.getSpec().getDevices().stream())
        .filter(device -> device.getName().equals(result.getDevice()))
        .map(device -> text(device, attribute))
        .findFirst()
        .orElseThrow(() -> new AssertionError(result.getDevice() + " is not published"));
  }

  private void accountForRemovedSlices() {
    world.accountFor("resourceslices.resource.k8s.io", "is gone");
  }

  private List<ResourceSlice> slices(String pool) {
    return world.client().resources(ResourceSlice.class).list().getItems().stream()
        .filter(slice -> slice.getSpec().getPool().getName().equals(pool))
        .toList();
  }

  private List<ResourceSlice> newest(String pool) {
    List<ResourceSlice> slices = slices(pool);
    long newest = slices.stream().mapToLong(PoolSteps::generation).max().orElse(0);
    return slices.stream().filter(slice -> generation(slice) == newest).toList();
  }

  private static boolean isComplete(List<ResourceSlice> slices) {
    return !slices.isEmpty()
        && slices.stream()
            .map(slice -> slice.getSpec().getDriver())
            .distinct()
            .allMatch(driver -> isComplete(slices, driver));
  }

  private static boolean isComplete(List<ResourceSlice> slices, String driver) {
    List<ResourceSlice> own =
        slices.stream().filter(slice -> slice.getSpec().getDriver().equals(driver)).toList();
    return own.get(0).getSpec().getPool().getResourceSliceCount() == own.size();
  }

  private static List<Device> devices(List<ResourceSlice> slices) {
    List<Device> devices = new ArrayList<>();
    slices.forEach(slice -> devices.addAll(slice.getSpec().getDevices()));
    return devices;
  }

  private static long generation(ResourceSlice slice) {
    return slice.getSpec().getPool().getGeneration();
  }

  private static String describe(String pool, List<ResourceSlice> slices) {
    return slices.isEmpty()
        ? "pool " + pool + " has no slice"
        : "pool "
            + pool
            + " has "
            + devices(slices).size()
            + " devices in generation "
            + generation(slices.get(0))
            + (isComplete(slices) ? "" : " and is incomplete");
  }

  private static String text(Device device, String name) {
    DeviceAttribute attribute = device.getAttributes().get(name);
    if (attribute == null) {
      return "(no such attribute)";
    }
    if (attribute.getString() != null) {
      return attribute.getString();
    }
    if (attribute.getVersion() != null) {
      return attribute.getVersion();
    }
    return attribute.getInt() != null
        ? attribute.getInt().toString()
        : String.valueOf(attribute.getBool());
  }
}
