package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The pods of Jobs: how they are made, and by which index each is known. */
final class JobPods {

  /** Keeps a pod from going before its end has been counted. */
  static final String FINALIZER = "batch.kubernetes.io/job-tracking";

  private static final String INDEX = "batch.kubernetes.io/job-completion-index";
  private static final String VARIABLE = "JOB_COMPLETION_INDEX";

  private JobPods() {}

  /** Returns a pod for a Job, for an index if it has indexes. */
  static Pod podFor(Job job, OptionalInt index) {
    String name = job.getMetadata().getName();
    Pod pod =
        OwnedPods.from(job.getSpec().getTemplate(), job)
            .editMetadata()
            .withGenerateName(name + "-")
            .addToFinalizers(FINALIZER)
            .endMetadata()
            .build();
    if (index.isPresent()) {
      number(pod, name, String.valueOf(index.getAsInt()));
    }
    return pod;
  }

  private static void number(Pod pod, String name, String index) {
    pod.getMetadata().setGenerateName(name + "-" + index + "-");
    pod.getMetadata().getAnnotations().put(INDEX, index);
    pod.getMetadata().getLabels().put(INDEX, index);
    pod.getSpec().setHostname(name + "-" + index);
    pod.getSpec().getContainers().forEach(JobPods::addVariable);
    pod.getSpec().getInitContainers().forEach(JobPods::addVariable);
  }

  private static void addVariable(Container container) {
    List<EnvVar> variables = new ArrayList<>(container.getEnv());
    if (variables.stream().anyMatch(variable -> variable.getName().equals(VARIABLE))) {
      return;
    }
    variables.add(
        new EnvVarBuilder()
            .withName(VARIABLE)
            .withNewValueFrom()
            .withNewFieldRef()
            .withFieldPath("metadata.labels['" + INDEX + "']")
            .endFieldRef()
            .endValueFrom()
            .build());
    container.setEnv(variables);
  }

  static boolean hasFinalizer(Pod pod) {
    return pod.getMetadata().getFinalizers().contains(FINALIZER);
  }

  /** Returns the index of a pod, as a number, or nothing. */
  static OptionalInt indexOf(Pod pod) {
    String index =
        pod.getMetadata().getAnnotations() == null
            ? null
            : pod.getMetadata().getAnnotations().get(INDEX);
    return index == null || index.isEmpty() || !index.chars().allMatch(Character::isDigit)
        ? OptionalInt.empty()
        : OptionalInt.of(Integer.parseInt(index));
  }

  /** Reads a list of indexes such as {@code 0-2,5}. */
  static TreeSet<Integer> indexes(@Nullable String text) {
    TreeSet<Integer> indexes = new TreeSet<>();
    if (text == null || text.isEmpty()) {
      return indexes;
    }
    for (String range : text.split(",")) {
      String[] ends = range.split("-", 2);
      int first = Integer.parseInt(ends[0]);
      int last = ends.length > 1 ? Integer.parseInt(ends[1]) : first;
      for (int index = first; index <= last; index++) {
        indexes.add(index);
      }
    }
    return indexes;
  }

  /** Writes a list of indexes; two in a row are not yet a range. */
  static String text(TreeSet<Integer> indexes) {
    List<String> ranges = new ArrayList<>();
    Integer first = null;
    Integer last = null;
    for (Integer index : indexes) {
      if (first == null || last == null || index != last + 1) {
        add(ranges, first, last);
        first = index;
      }
      last = index;
    }
    add(ranges, first, last);
    return String.join(",", ranges);
  }

  private static void add(List<String> ranges, @Nullable Integer first, @Nullable Integer last) {
    if (first == null || last == null) {
      return;
    }
    ranges.add(
        first.equals(last)
            ? first.toString()
            : last == first + 1 ? first + "," + last : first + "-" + last);
  }
}
