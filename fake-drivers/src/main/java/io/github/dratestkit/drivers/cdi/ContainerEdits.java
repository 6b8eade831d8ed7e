package io.github.dratestkit.drivers.cdi;

import java.util.ArrayList;
import java.util.List;

/**
 * What a container gets: environment variables, device files and mounts.
 *
 * @param environment {@code NAME=value}, in order
 * @param deviceNodes paths in the container
 * @param mounts {@code host:container}
 */
public record ContainerEdits(
    List<String> environment, List<String> deviceNodes, List<String> mounts) {

  /** Nothing. */
  public static final ContainerEdits NONE = new ContainerEdits(List.of(), List.of(), List.of());

  public ContainerEdits {
    environment = List.copyOf(environment);
    deviceNodes = List.copyOf(deviceNodes);
    mounts = List.copyOf(mounts);
  }

  /** Returns these edits with others after them. */
  public ContainerEdits and(ContainerEdits more) {
    return new ContainerEdits(
        joined(environment, more.environment),
        joined(deviceNodes, more.deviceNodes),
        joined(mounts, more.mounts));
  }

  private static List<String> joined(List<String> first, List<String> second) {
    List<String> all = new ArrayList<>(first);
    second.stream().filter(entry -> !all.contains(entry)).forEach(all::add);
    return all;
  }
}
