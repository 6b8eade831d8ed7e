package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;

/** Comparing and naming pod templates. */
final class Templates {

  private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

  private Templates() {}

  /** Says whether two templates differ in nothing but a label. */
  static boolean equalExcept(String label, PodTemplateSpec left, PodTemplateSpec right) {
    return without(label, left).equals(without(label, right));
  }

  /** Returns ten letters that follow from the template, or something else, alone. */
  static String hash(Object template) {
    long bits = template.toString().hashCode() * 0x9E3779B97F4A7C15L;
    StringBuilder hash = new StringBuilder();
    for (int i = 0; i < 10; i++) {
      hash.append(ALPHABET.charAt((int) Long.remainderUnsigned(bits, ALPHABET.length())));
      bits = Long.divideUnsigned(bits, ALPHABET.length());
    }
    return hash.toString();
  }

  private static PodTemplateSpec without(String label, PodTemplateSpec template) {
    return new PodTemplateSpecBuilder(template)
        .editOrNewMetadata()
        .removeFromLabels(label)
        .endMetadata()
        .build();
  }
}
