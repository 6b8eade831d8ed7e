package io.github.dratestkit.allocator.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacityBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How devices, pools and slices are named, and how attributes are found by name. */
class PublishedNamesTest {

  private static CompiledSlice slice(Device device) {
    return new CompiledSlice(
        new ResourceSliceBuilder()
            .withNewMetadata()
            .withName("slice-1")
            .endMetadata()
            .withNewSpec()
            .withDriver("gpu.example.com")
            .withNewPool()
            .withName("node-1")
            .endPool()
            .withDevices(device)
            .endSpec()
            .build());
  }

  private static CompiledDevice device(Device device) {
    return slice(device).devices().get(0);
  }

  @Test
  void messages_name_what_they_are_about() {
    Device gpu = new DeviceBuilder().withName("gpu-0").build();
    assertThat(device(gpu)).hasToString(device(gpu).id().toString());
    assertThat(device(gpu).toString()).contains("gpu.example.com", "node-1", "gpu-0");
    assertThat(slice(gpu).pool().toString()).contains("gpu.example.com", "node-1");
    assertThat(slice(gpu)).hasToString("slice slice-1");
  }

  @Test
  void an_attribute_is_found_by_its_exact_name_or_without_its_drivers_domain() {
    CompiledDevice device =
        device(
            new DeviceBuilder()
                .withName("gpu-0")
                .withAttributes(
                    Map.of(
                        "model",
                        new DeviceAttributeBuilder().withString("a").build(),
                        "other.example.com/model",
                        new DeviceAttributeBuilder().withString("b").build(),
                        "",
                        new DeviceAttributeBuilder().withString("c").build()))
                .build());
    assertThat(device.attribute("gpu.example.com/model"))
        .isNotNull()
        .isEqualTo(device.attribute("model"));
    assertThat(device.attribute("other.example.com/model"))
        .isNotNull()
        .isNotEqualTo(device.attribute("model"));
    assertThat(device.attribute("nic.example.com/model")).isNull();
    assertThat(device.attribute("/model")).as("no domain").isNull();
    assertThat(device.attribute("speed")).isNull();
  }

  @Test
  void a_device_offers_itself_whole_if_nothing_limits_what_is_taken() {
    DeviceBuilder gpu = new DeviceBuilder().withName("gpu-0");
    assertThat(device(gpu.build()).offersItselfWhole()).isTrue();
    assertThat(device(with(gpu, "40Gi").build()).offersItselfWhole()).isTrue();
    assertThat(device(with(gpu, "0").build()).offersItselfWhole()).isTrue();
    assertThat(device(with(gpu, "-1").build()).offersItselfWhole()).isFalse();
    assertThat(
            device(with(gpu, "40Gi").withAllowMultipleAllocations(true).build())
                .offersItselfWhole())
        .isFalse();
    DeviceBuilder limited =
        new DeviceBuilder()
            .withName("gpu-0")
            .addToCapacity(
                "memory",
                new DeviceCapacityBuilder()
                    .withValue(new Quantity("40Gi"))
                    .withNewRequestPolicy()
                    .withDefault(new Quantity("1Gi"))
                    .endRequestPolicy()
                    .build());
    assertThat(device(limited.build()).offersItselfWhole()).isFalse();
  }

  private static DeviceBuilder with(DeviceBuilder device, String amount) {
    return new DeviceBuilder(device.build())
        .withCapacity(
            Map.of("memory", new DeviceCapacityBuilder().withValue(new Quantity(amount)).build()));
  }
}
