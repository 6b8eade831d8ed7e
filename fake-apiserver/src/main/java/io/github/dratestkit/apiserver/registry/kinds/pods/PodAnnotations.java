package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Paths;
import java.util.Set;

/** Annotations that mean something for a pod (core validation, 1.37). */
final class PodAnnotations {

  static final String MIRROR = "kubernetes.io/config.mirror";
  private static final String COST = "controller.kubernetes.io/pod-deletion-cost";
  private static final String SECCOMP_POD = "seccomp.security.alpha.kubernetes.io/pod";
  private static final String SECCOMP = "container.seccomp.security.alpha.kubernetes.io/";
  static final String APP_ARMOR = "container.apparmor.security.beta.kubernetes.io/";
  private static final Set<String> PROFILES =
      Set.of("runtime/default", "docker/default", "unconfined");

  private PodAnnotations() {}

  /** Checks the annotations of a pod or a template with this spec. */
  static void check(Field annotations, Field spec) {
    if (annotations.has(MIRROR) && spec.at("nodeName").isEmpty()) {
      annotations.key(MIRROR).invalid("must set spec.nodeName if mirror pod annotation is set");
    }
    if (annotations.has(COST) && !isCost(annotations.at(COST).text())) {
      annotations.key(COST).invalid("must be a 32bit integer");
    }
    for (String key : annotations.keys()) {
      if (key.equals(SECCOMP_POD) || key.startsWith(SECCOMP)) {
        profile(annotations.at(key));
      } else if (key.startsWith(APP_ARMOR)) {
        appArmor(annotations.key(key), key.substring(APP_ARMOR.length()), spec);
      }
    }
  }

  private static boolean isCost(String text) {
    try {
      boolean plain = text.matches("0|-?[1-9][0-9]*");
      return plain && Integer.toString(Integer.parseInt(text)).equals(text);
    } catch (NumberFormatException tooLarge) {
      return false;
    }
  }

  private static void profile(Field profile) {
    String text = profile.text();
    if (text.startsWith("localhost/")) {
      String path = text.substring("localhost/".length());
      if (path.startsWith("/") || Paths.hasBacksteps(path)) {
        profile.invalid("must be a relative path without '..'");
      }
    } else if (!PROFILES.contains(text)) {
      profile.invalid("must be a valid seccomp profile");
    }
  }

  private static void appArmor(Field profile, String container, Field spec) {
    boolean[] found = new boolean[1];
    OsValidation.everyContainer(spec, one -> found[0] |= one.at("name").text().equals(container));
    if (!found[0]) {
      profile.invalid("container not found");
    }
    String text = profile.text();
    boolean known = text.isEmpty() || text.equals("runtime/default") || text.equals("unconfined");
    if (!known && !text.startsWith("localhost/")) {
      profile.invalid("invalid AppArmor profile name");
    }
  }

  /** Some annotations never change. */
  static void checkUpdate(Field annotations, Field before) {
    for (String key : before.keys()) {
      if (!before.at(key).value().equals(annotations.at(key).value())) {
        forbidChange(annotations, key);
      }
    }
    annotations.keys().stream()
        .filter(key -> !before.has(key))
        .forEach(key -> forbidChange(annotations, key));
  }

  private static void forbidChange(Field annotations, String key) {
    if (key.equals(MIRROR) || key.startsWith(APP_ARMOR)) {
      annotations.key(key).forbidden("may not add, remove or update this annotation");
    }
  }
}
