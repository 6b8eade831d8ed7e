package io.github.dratestkit.allocator.cel;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import java.util.Optional;

/** The types that Kubernetes adds to CEL. */
final class CelTypes implements CelTypeProvider {

  static final CelType QUANTITY = OpaqueType.create("kubernetes.Quantity");
  static final CelType SEMVER = OpaqueType.create("kubernetes.Semver");
  static final CelType URL = OpaqueType.create("kubernetes.URL");
  static final CelType FORMAT = OpaqueType.create("kubernetes.NamedFormat");
  static final CelType IP = OpaqueType.create("net.IP");
  static final CelType CIDR = OpaqueType.create("net.CIDR");

  static final String DEVICE_NAME = "kubernetes.DRADevice";

  private final CelType attribute;
  private final StructType device;

  CelTypes(CelLevel level) {
    attribute = level.listTypeAttributes() ? SimpleType.DYN : SimpleType.ANY;
    ImmutableMap.Builder<String, CelType> fields = ImmutableMap.builder();
    fields.put("driver", SimpleType.STRING);
    fields.put("attributes", perDomain(attribute));
    fields.put("capacity", perDomain(QUANTITY));
    if (level.consumableCapacity()) {
      fields.put("allowMultipleAllocations", SimpleType.BOOL);
    }
    ImmutableMap<String, CelType> all = fields.buildOrThrow();
    device =
        StructType.create(DEVICE_NAME, all.keySet(), name -> Optional.ofNullable(all.get(name)));
  }

  private static CelType perDomain(CelType value) {
    return MapType.create(SimpleType.STRING, MapType.create(SimpleType.STRING, value));
  }

  /** Returns the type of the variable {@code device}. */
  CelType device() {
    return device;
  }

  /** Returns the type of an attribute's value. */
  CelType attribute() {
    return attribute;
  }

  @Override
  public ImmutableList<CelType> types() {
    return ImmutableList.of(device, IP, CIDR, SimpleType.DURATION, SimpleType.TIMESTAMP);
  }

  @Override
  public Optional<CelType> findType(String name) {
    return types().stream().filter(type -> type.name().equals(name)).findFirst();
  }
}
