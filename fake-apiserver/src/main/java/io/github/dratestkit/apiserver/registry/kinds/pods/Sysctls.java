package io.github.dratestkit.apiserver.registry.kinds.pods;

import java.util.List;
import java.util.Set;

/** Which part of the kernel a setting belongs to (component-helpers/node/util/sysctl, 1.37). */
final class Sysctls {

  private static final Set<String> OF_IPC = Set.of("kernel.sem");
  private static final List<String> IPC = List.of("kernel.shm", "kernel.msg", "fs.mqueue.");

  private Sysctls() {}

  static boolean isOfNetwork(String name) {
    return dotted(name).startsWith("net.");
  }

  static boolean isOfIpc(String name) {
    String dotted = dotted(name);
    return OF_IPC.contains(dotted) || IPC.stream().anyMatch(dotted::startsWith);
  }

  // Whichever of '.' and '/' comes first separates.
  private static String dotted(String name) {
    int dot = name.indexOf('.');
    int slash = name.indexOf('/');
    if (slash < 0 || (dot >= 0 && dot < slash)) {
      return name;
    }
    return name.replace('.', ' ').replace('/', '.').replace(' ', '/');
  }
}
