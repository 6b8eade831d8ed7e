package io.github.dratestkit.drivers;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.drivers.cdi.CdiDevice;
import io.github.dratestkit.drivers.cdi.CdiDirectory;
import io.github.dratestkit.drivers.cdi.ContainerEdits;
import io.github.dratestkit.drivers.publish.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A driver for simulated hardware. A prepared claim is a CDI specification named after it; a
 * container with the claim gets, for each device, a device file and an environment variable that
 * names it. The files are all it remembers, so it may be started anew at any time.
 */
public final class SimulatedDriver implements Driver {

  private final String name;
  private final CdiDirectory cdi;
  private volatile List<Pool> pools;
  private volatile Optional<List<DeviceHealth>> health = Optional.empty();

  /** Creates a driver that publishes {@code pools} and writes its specifications to {@code cdi}. */
  public SimulatedDriver(String name, List<Pool> pools, CdiDirectory cdi) {
    this.name = name;
    this.pools = List.copyOf(pools);
    this.cdi = cdi;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Pool> pools() {
    return pools;
  }

  /** Changes what there is; published when its host is told to. */
  public void setPools(List<Pool> changed) {
    pools = List.copyOf(changed);
  }

  /** Changes what is known of the devices' health; before the first time it is not watched. */
  public void setHealth(List<DeviceHealth> changed) {
    health = Optional.of(List.copyOf(changed));
  }

  @Override
  public Optional<List<DeviceHealth>> health() {
    return health;
  }

  @Override
  public List<PreparedDevice> prepare(ResourceClaim claim) throws DriverException {
    String uid = claim.getMetadata().getUid();
    List<CdiDevice> specification = new ArrayList<>();
    List<PreparedDevice> prepared = new ArrayList<>();
    for (DeviceRequestAllocationResult result :
        claim.getStatus().getAllocation().getDevices().getResults()) {
      if (!name.equals(result.getDriver())) {
        continue;
      }
      String device = uid + "-" + specification.size();
      specification.add(new CdiDevice(device, edits(claim, result, specification.size())));
      prepared.add(
          new PreparedDevice(
              List.of(mainRequest(result.getRequest())),
              result.getPool(),
              result.getDevice(),
              List.of(kind() + "=" + device),
              Optional.ofNullable(result.getShareID())));
    }
    if (prepared.isEmpty()) {
      throw new DriverException("claim has no device of driver " + name);
    }
    cdi.write(file(uid), kind(), specification);
    return prepared;
  }

  @Override
  public void unprepare(ClaimReference claim) {
    cdi.remove(file(claim.uid()));
  }

  private ContainerEdits edits(
      ResourceClaim claim, DeviceRequestAllocationResult result, int index) {
    String variable =
        "DRA_" + name.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT) + "_" + index;
    List<String> environment = new ArrayList<>(ExampleEnvironment.of(name, claim, result));
    environment.add(variable + "=" + result.getPool() + "/" + result.getDevice());
    return new ContainerEdits(
        environment, List.of("/dev/dra/" + name + "/" + result.getDevice()), List.of());
  }

  /** A subrequest is addressed by the request that it belongs to. */
  private static String mainRequest(String request) {
    int slash = request.indexOf('/');
    return slash < 0 ? request : request.substring(0, slash);
  }

  private String kind() {
    return name + "/device";
  }

  private String file(String uid) {
    return name + "-" + uid;
  }
}
