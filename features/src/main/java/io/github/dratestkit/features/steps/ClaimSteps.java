package io.github.dratestkit.features.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplateBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Classes, claims and templates: what is asked for, and what was given. */
public final class ClaimSteps {

  private final World world;
  private final Claims claims;
  private final ClaimTable table;

  /** Made by Cucumber. */
  public ClaimSteps(World world) {
    this.world = world;
    this.claims = new Claims(world);
    this.table = new ClaimTable(claims::driverOfClass);
  }

  /** A class of devices, with a CEL expression. */
  @Given("a class {string} that selects {string}")
  public void deviceClass(String name, String expression) {
    world.act(
        () ->
            world.create(
                new DeviceClassBuilder()
                    .withNewMetadata()
                    .withName(name)
                    .endMetadata()
                    .withNewSpec()
                    .addNewSelector()
                    .withNewCel()
                    .withExpression(expression)
                    .endCel()
                    .endSelector()
                    .endSpec()
                    .build()));
  }

  /** A claim with one request for each row. */
  @Given("a claim {string} that asks for")
  public void claim(String name, DataTable rows) {
    create(name, table.requests(rows.asMaps()));
  }

  /** A claim whose one request ranks alternatives. */
  @Given("a claim {string} that asks for the first available of")
  public void prioritizedClaim(String name, DataTable rows) {
    create(name, table.alternatives("gpu", rows.asMaps()));
  }

  /** A claim whose devices must all agree in an attribute. */
  @Given("a claim {string} with equal {string} that asks for")
  public void alignedClaim(String name, String attribute, DataTable rows) {
    create(
        name,
        new DeviceClaimBuilder(table.requests(rows.asMaps()))
            .addNewConstraint()
            .withMatchAttribute(attribute)
            .endConstraint()
            .build());
  }

  /** A claim whose devices must all differ in an attribute. */
  @Given("a claim {string} with different {string} that asks for")
  public void spreadClaim(String name, String attribute, DataTable rows) {
    create(
        name,
        new DeviceClaimBuilder(table.requests(rows.asMaps()))
            .addNewConstraint()
            .withDistinctAttribute(attribute)
            .endConstraint()
            .build());
  }

  /** A template from which every pod gets a claim of its own. */
  @Given("a claim template {string} that asks for")
  public void template(String name, DataTable rows) {
    DeviceClaim devices = table.requests(rows.asMaps());
    world.act(
        () ->
            world.create(
                new ResourceClaimTemplateBuilder()
                    .withNewMetadata()
                    .withName(name)
                    .withNamespace(world.namespace())
                    .endMetadata()
                    .withNewSpec()
                    .withNewSpec()
                    .withDevices(devices)
                    .endSpec()
                    .endSpec()
                    .build()));
  }

  /** A claim that ranks more or fewer alternatives than are allowed. */
  @When("a claim {string} with {int} alternatives in request {string} is created")
  public void manyAlternatives(String name, int count, String request) {
    List<Map<String, @Nullable String>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(Map.of("alternative", "choice-" + i, "class", "any.example.com", "count", "1"));
    }
    create(name, table.alternatives(request, rows));
  }

  /** Somebody else has a device: an allocated claim whose user is not ours to see. */
  @Given("claim {string} holds device {string} of node {string}")
  public void holds(String name, String device, String node) {
    world.act(
        () -> {
          ResourceClaim claim =
              world.create(
                  new ResourceClaimBuilder()
                      .withNewMetadata()
                      .withName(name)
                      .withNamespace(world.namespace())
                      .endMetadata()
                      .withNewSpec()
                      .withNewDevices()
                      .addNewRequest()
                      .withName("gpu")
                      .withNewExactly()
                      .withDeviceClassName("any.example.com")
                      .endExactly()
                      .endRequest()
                      .endDevices()
                      .endSpec()
                      .build());
          world
              .client()
              .resource(
                  new ResourceClaimBuilder(claim)
                      .withNewStatus()
                      .withNewAllocation()
                      .withNewDevices()
                      .addNewResult()
                      .withRequest("gpu")
                      .withDriver(driverOf(device, node))
                      .withPool(node)
                      .withDevice(device)
                      .endResult()
                      .endDevices()
                      .endAllocation()
                      .endStatus()
                      .build())
              .updateStatus();
        });
  }

  private String driverOf(String device, String pool) {
    return world.client().resources(ResourceSlice.class).list().getItems().stream()
        .filter(slice -> slice.getSpec().getPool().getName().equals(pool))
        .filter(
            slice ->
                slice.getSpec().getDevices().stream()
                    .anyMatch(candidate -> candidate.getName().equals(device)))
        .map(slice -> slice.getSpec().getDriver())
        .findFirst()
        .orElseThrow(() -> new AssertionError("pool " + pool + " has no device " + device));
  }

  /** The owner of a claim gives it up. */
  @When("{claim} is deleted")
  public void delete(ClaimName claim) {
    world.act(
        () -> {
          ResourceClaim found = require(claim);
          world.account(found);
          world.client().resource(found).delete();
        });
  }

  /**
   * A claim was given these devices, in this order; columns: request, device, and any of driver,
   * pool.
   */
  @Then("{claim} is allocated")
  public void allocated(ClaimName claim, DataTable rows) {
    List<String> columns = rows.row(0);
    List<List<String>> expected = rows.rows(1).cells();
    world.eventually(
        () -> {
          List<List<String>> actual = new ArrayList<>();
          for (DeviceRequestAllocationResult result : Claims.results(require(claim))) {
            actual.add(columns.stream().map(column -> cell(result, column)).toList());
          }
          return actual.equals(expected)
              ? Optional.empty()
              : Optional.of(claim + " was given " + actual + ", not " + expected);
        });
    world.account(require(claim));
  }

  /** A claim has no devices. */
  @Then("{claim} is not allocated")
  public void notAllocated(ClaimName claim) {
    world.eventually(
        () ->
            Claims.allocation(require(claim))
                .map(allocation -> claim + " holds " + Claims.results(require(claim))));
    world.account(require(claim));
  }

  /** A claim is kept for these pods and no others. */
  @Then("{claim} is reserved for pod(s) {names}")
  public void reserved(ClaimName claim, List<String> pods) {
    world.eventually(
        () -> {
          List<String> actual = consumers(require(claim));
          return actual.containsAll(pods) && pods.containsAll(actual)
              ? Optional.empty()
              : Optional.of(claim + " is reserved for " + actual + ", not for " + pods);
        });
    world.account(require(claim));
  }

  /** A claim is kept for nobody. */
  @Then("{claim} is reserved for nobody")
  public void notReserved(ClaimName claim) {
    reserved(claim, List.of());
  }

  /** A claim no longer exists. */
  @Then("{claim} is gone")
  public void gone(ClaimName claim) {
    world.eventually(() -> claims.find(claim).map(found -> claim + " still exists"));
    if (claim instanceof ClaimName.Named named) {
      world.account("resourceclaims.resource.k8s.io", world.namespace(), named.name());
    } else {
      world.accountFor("resourceclaims.resource.k8s.io", "is gone");
    }
  }

  /** A device was given to nobody twice: the sum over all claims. */
  @Then("no device is in two claims")
  public void noDeviceTwice() {
    Map<String, List<String>> holders = new java.util.TreeMap<>();
    for (ResourceClaim claim :
        world.client().resources(ResourceClaim.class).inAnyNamespace().list().getItems()) {
      for (DeviceRequestAllocationResult result : Claims.results(claim)) {
        if (result.getShareID() == null && !Boolean.TRUE.equals(result.getAdminAccess())) {
          holders
              .computeIfAbsent(
                  result.getDriver() + "/" + result.getPool() + "/" + result.getDevice(),
                  unused -> new ArrayList<>())
              .add(claim.getMetadata().getName());
        }
      }
    }
    assertThat(holders.entrySet()).allSatisfy(holder -> assertThat(holder.getValue()).hasSize(1));
  }

  private void create(String name, DeviceClaim devices) {
    world.act(
        () ->
            world.create(
                new ResourceClaimBuilder()
                    .withNewMetadata()
                    .withName(name)
                    .withNamespace(world.namespace())
                    .endMetadata()
                    .withNewSpec()
                    .withDevices(devices)
                    .endSpec()
                    .build()));
  }

  private ResourceClaim require(ClaimName claim) {
    return claims.find(claim).orElseThrow(() -> new AssertionError(claim + " does not exist"));
  }

  private static List<String> consumers(ResourceClaim claim) {
    return Optional.ofNullable(claim.getStatus())
        .map(status -> status.getReservedFor())
        .orElse(List.of())
        .stream()
        .map(ResourceClaimConsumerReference::getName)
        .toList();
  }

  private static String cell(DeviceRequestAllocationResult result, String column) {
    return switch (column) {
      case "request" -> result.getRequest();
      case "driver" -> result.getDriver();
      case "pool" -> result.getPool();
      case "device" -> result.getDevice();
      default -> throw new IllegalArgumentException("no column " + column + " in an allocation");
    };
  }
}
