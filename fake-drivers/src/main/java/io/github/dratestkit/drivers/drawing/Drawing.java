package io.github.dratestkit.drivers.drawing;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.github.dratestkit.drivers.hardware.Hardware;
import io.github.dratestkit.drivers.hardware.Offer;
import java.util.List;

/**
 * Draws hardware: devices in the NUMA nodes and under the PCIe roots of their machine, or the chips
 * of a torus with their links.
 */
public final class Drawing {

  private Drawing() {}

  /** Returns a picture of the hardware when it is put at {@code place}, a document of its own. */
  public static String svg(Hardware hardware, String place) {
    List<Device> devices =
        hardware.offers(place).stream()
            .map(Offer::pools)
            .flatMap(List::stream)
            .flatMap(pool -> pool.devices().stream())
            .toList();
    Svg svg = new Svg();
    svg.text(12, 24, "title", hardware.name() + ": " + hardware.title());
    if (TorusPicture.fits(devices)) {
      TorusPicture.draw(devices, svg);
    } else {
      MachinePicture.draw(place, devices, svg);
    }
    return svg.finish(hardware.title());
  }
}
