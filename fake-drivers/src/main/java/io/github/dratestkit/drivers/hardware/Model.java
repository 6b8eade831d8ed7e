package io.github.dratestkit.drivers.hardware;

import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelectorBuilder;
import io.github.dratestkit.drivers.publish.Placement;
import io.github.dratestkit.drivers.publish.Pool;
import io.github.dratestkit.drivers.publish.SliceContent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A model of the zoo in some number. Its file has these entries:
 *
 * <ul>
 *   <li>{@code title}: one line for people
 *   <li>{@code driver}: who publishes it
 *   <li>{@code count}: how many devices there are if nobody says; {@code most}: how many there can
 *       be
 *   <li>{@code classes}: the DeviceClasses, name to expression
 *   <li>{@code nodes}: how many nodes it spans; then each device says where it is
 *   <li>{@code values}: tables and numbers for expressions
 *   <li>{@code slices}: templates of slices with {@code sharedCounters} or {@code devices}; {@code
 *       order: name} sorts the devices of a slice
 * </ul>
 *
 * Expressions also see {@code place}, {@code node} (a name) and {@code count}.
 */
final class Model implements Hardware {

  private final String name;
  private final Map<?, ?> file;
  private final int count;

  private Model(String name, Map<?, ?> file, int count) {
    this.name = name;
    this.file = file;
    this.count = count;
  }

  static Model of(String name, Map<?, ?> file) {
    return new Model(name, file, integer(file.get("count"), 1));
  }

  Model times(int newCount) {
    int most = integer(file.get("most"), 1024);
    if (newCount < 1 || newCount > most) {
      throw new IllegalArgumentException(
          "hardware \"%s\" comes in numbers from 1 to %d, not %d".formatted(name, most, newCount));
    }
    return new Model(name, file, newCount);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String title() {
    return String.valueOf(file.get("title"));
  }

  @Override
  public List<DeviceClass> deviceClasses() {
    List<DeviceClass> classes = new ArrayList<>();
    if (file.get("classes") instanceof Map<?, ?> expressions) {
      expressions.forEach(
          (key, expression) -> classes.add(deviceClass(String.valueOf(key), expression)));
    }
    return classes;
  }

  @Override
  public List<String> nodes(String place) {
    return spansNodes()
        ? IntStream.range(0, integer(file.get("nodes"), 1))
            .mapToObj(index -> place + "-" + index)
            .toList()
        : List.of(place);
  }

  @Override
  public List<Offer> offers(String place) {
    List<SliceContent> contents = contents(place);
    Pool pool = Pool.ofNode(place, contents);
    Pool placed =
        spansNodes()
            ? new Pool(pool.name(), pool.generation(), Placement.PER_DEVICE, pool.slices())
            : pool;
    return List.of(
        new Offer(String.valueOf(file.get("driver")), spansNodes() ? "" : place, List.of(placed)));
  }

  private boolean spansNodes() {
    return file.containsKey("nodes");
  }

  private List<SliceContent> contents(String place) {
    Scope scope = scope(place);
    List<SliceContent> contents = new ArrayList<>();
    for (Object element : (List<?>) require("slices")) {
      Map<?, ?> slice = (Map<?, ?>) element;
      for (Scope inner : Template.scopesOf(slice, scope)) {
        contents.add(content(slice, inner));
      }
    }
    return contents;
  }

  private SliceContent content(Map<?, ?> slice, Scope scope) {
    List<CounterSet> counters =
        expanded(slice, "sharedCounters", scope).stream().map(DeviceShorthand::counterSet).toList();
    List<Device> devices =
        new ArrayList<>(
            expanded(slice, "devices", scope).stream().map(DeviceShorthand::device).toList());
    if ("name".equals(slice.get("order"))) {
      devices.sort(Comparator.comparing(Device::getName));
    }
    return new SliceContent(counters, devices, null, List.of());
  }

  private Scope scope(String place) {
    Scope scope =
        Scope.of(Map.of("place", place, "node", place, "count", (long) count))
            .with("nodes", List.copyOf(nodes(place)));
    if (file.get("values") instanceof Map<?, ?> values) {
      for (Map.Entry<?, ?> value : values.entrySet()) {
        scope =
            scope.with(String.valueOf(value.getKey()), Template.expand(value.getValue(), scope));
      }
    }
    return scope;
  }

  private static List<Object> expanded(Map<?, ?> slice, String entry, Scope scope) {
    return slice.get(entry) instanceof List<?> list ? Template.expandList(list, scope) : List.of();
  }

  private static DeviceClass deviceClass(String name, Object expression) {
    return new DeviceClassBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withSelectors(
            new DeviceSelectorBuilder()
                .withNewCel()
                .withExpression(String.valueOf(expression))
                .endCel()
                .build())
        .endSpec()
        .build();
  }

  private Object require(String entry) {
    Object value = file.get(entry);
    if (value == null) {
      throw new TemplateException("hardware " + name + " has no entry " + entry);
    }
    return value;
  }

  private static int integer(@Nullable Object value, int otherwise) {
    return value instanceof Number number ? number.intValue() : otherwise;
  }
}
