package io.github.dratestkit.allocator.explain;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequirements;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequirementsBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequestBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.fabric8.kubernetes.api.model.resource.v1.ExactDeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ExactDeviceRequestBuilder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One change of a request, written for both forms that a request has: exact and prioritized. */
interface RequestEdit {

  ExactDeviceRequest of(ExactDeviceRequest request);

  DeviceSubRequest of(DeviceSubRequest request);

  /** Returns the request with the edit made to it, or to the named one of its sub-requests. */
  default DeviceRequest in(DeviceRequest request, String name) {
    if (request.getExactly() != null) {
      return new DeviceRequestBuilder(request).withExactly(of(request.getExactly())).build();
    }
    List<DeviceSubRequest> edited = new ArrayList<>();
    for (DeviceSubRequest sub : request.getFirstAvailable()) {
      edited.add(name.equals(request.getName() + "/" + sub.getName()) ? of(sub) : sub);
    }
    return new DeviceRequestBuilder(request).withFirstAvailable(edited).build();
  }

  /** Leaves a selector out. */
  record WithoutSelector(int index) implements RequestEdit {
    @Override
    public ExactDeviceRequest of(ExactDeviceRequest request) {
      return new ExactDeviceRequestBuilder(request)
          .withSelectors(Neutral.at(index, request.getSelectors()))
          .build();
    }

    @Override
    public DeviceSubRequest of(DeviceSubRequest request) {
      return new DeviceSubRequestBuilder(request)
          .withSelectors(Neutral.at(index, request.getSelectors()))
          .build();
    }
  }

  /** Adds a toleration. */
  record WithToleration(DeviceToleration toleration) implements RequestEdit {
    @Override
    public ExactDeviceRequest of(ExactDeviceRequest request) {
      return new ExactDeviceRequestBuilder(request).addToTolerations(toleration).build();
    }

    @Override
    public DeviceSubRequest of(DeviceSubRequest request) {
      return new DeviceSubRequestBuilder(request).addToTolerations(toleration).build();
    }
  }

  /** Asks for a number of devices. */
  record WithCount(long count) implements RequestEdit {
    @Override
    public ExactDeviceRequest of(ExactDeviceRequest request) {
      return new ExactDeviceRequestBuilder(request)
          .withAllocationMode("ExactCount")
          .withCount(count)
          .build();
    }

    @Override
    public DeviceSubRequest of(DeviceSubRequest request) {
      return new DeviceSubRequestBuilder(request)
          .withAllocationMode("ExactCount")
          .withCount(count)
          .build();
    }
  }

  /** Does not ask for a capacity. */
  record WithoutCapacity(String name) implements RequestEdit {
    @Override
    public ExactDeviceRequest of(ExactDeviceRequest request) {
      return new ExactDeviceRequestBuilder(request)
          .withCapacity(without(request.getCapacity()))
          .build();
    }

    @Override
    public DeviceSubRequest of(DeviceSubRequest request) {
      return new DeviceSubRequestBuilder(request)
          .withCapacity(without(request.getCapacity()))
          .build();
    }

    private CapacityRequirements without(CapacityRequirements capacity) {
      return new CapacityRequirementsBuilder(capacity).removeFromRequests(name).build();
    }
  }

  /** Asks for an amount of a capacity. */
  record WithCapacity(String name, String amount) implements RequestEdit {
    @Override
    public ExactDeviceRequest of(ExactDeviceRequest request) {
      return new ExactDeviceRequestBuilder(request)
          .withCapacity(with(request.getCapacity()))
          .build();
    }

    @Override
    public DeviceSubRequest of(DeviceSubRequest request) {
      return new DeviceSubRequestBuilder(request).withCapacity(with(request.getCapacity())).build();
    }

    private CapacityRequirements with(@Nullable CapacityRequirements capacity) {
      CapacityRequirementsBuilder builder =
          capacity == null
              ? new CapacityRequirementsBuilder()
              : new CapacityRequirementsBuilder(capacity);
      return builder.addToRequests(name, new Quantity(amount)).build();
    }
  }
}
