package io.github.dratestkit.drivers.hardware;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.drivers.publish.Owner;
import io.github.dratestkit.drivers.publish.Pool;
import io.github.dratestkit.drivers.publish.Publisher;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Simulated hardware: a number of devices of one model of the zoo, or what a real cluster has
 * printed. It says what drivers publish for it, on which nodes; names and uuids depend on the names
 * of the nodes only.
 */
public interface Hardware {

  /** Returns the name of the model, or of the file. */
  String name();

  /** Returns one line for people. */
  String title();

  /** Returns the classes by which users ask for the devices; empty for slices from a file. */
  List<DeviceClass> deviceClasses();

  /**
   * Returns the names of the nodes that it takes when it is put at {@code place}: that node alone,
   * or for hardware that spans nodes {@code place-0}, {@code place-1} and so on.
   */
  List<String> nodes(String place);

  /** Returns what each driver publishes when the hardware is put at {@code place}. */
  List<Offer> offers(String place);

  /** Returns the slices as the drivers would publish them first, named but without an owner. */
  default List<ResourceSlice> slices(String place) {
    List<ResourceSlice> slices = new ArrayList<>();
    for (Offer offer : offers(place)) {
      Optional<Owner> owner =
          offer.isOnNode()
              ? Optional.of(new Owner("v1", "Node", offer.node(), ""))
              : Optional.empty();
      for (Pool pool : offer.pools()) {
        for (ResourceSlice slice : Publisher.preview(offer.driver(), owner, pool)) {
          slice.getMetadata().setOwnerReferences(List.of());
          slice.getMetadata().setName(slice.getMetadata().getGenerateName() + "model");
          slice.getMetadata().setGenerateName(null);
          slices.add(slice);
        }
      }
    }
    return slices;
  }

  /** Returns the names of all models, sorted. */
  static List<String> list() {
    return Zoo.names();
  }

  /**
   * Returns a model in its usual number.
   *
   * @throws IllegalArgumentException if there is no such model, naming those there are
   */
  static Hardware named(String model) {
    return Zoo.model(model);
  }

  /**
   * Returns that many devices of a model.
   *
   * @throws IllegalArgumentException if there is no such model, or not in this number
   */
  static Hardware named(String model, int count) {
    return Zoo.model(model).times(count);
  }

  /**
   * Returns what {@code NAME}, {@code NAME:COUNT} or the name of an existing file means.
   *
   * @throws IllegalArgumentException if it means nothing; the message says what would
   */
  static Hardware parse(String text) {
    return HardwareArgument.parse(text);
  }

  /**
   * Returns the slices of a file as a cluster prints them: {@code kubectl get resourceslices -o
   * yaml}, in any served version of resource.k8s.io.
   *
   * @throws io.github.dratestkit.apiserver.manifest.ManifestException if there is no such file or
   *     something in it is wrong, with file, line and field
   */
  static Hardware fromFile(Path file) {
    return SliceFile.read(file);
  }
}
