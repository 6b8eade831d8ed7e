package io.github.dratestkit.allocator.inventory;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Slices in the order they were listed; each is compiled when somebody asks for it. */
final class ListedSlices {

  private final List<ResourceSlice> sources;
  private final AtomicReferenceArray<@Nullable CompiledSlice> compiled;

  ListedSlices(Collection<ResourceSlice> listed) {
    this.sources = new ArrayList<>(listed);
    sources.removeIf(Objects::isNull);
    this.compiled = new AtomicReferenceArray<>(sources.size());
  }

  /** Returns all slices. */
  List<CompiledSlice> all() {
    List<CompiledSlice> all = new ArrayList<>(sources.size());
    for (int i = 0; i < sources.size(); i++) {
      all.add(get(i));
    }
    return all;
  }

  /** Returns the slices that name this node, or that name none if the name is empty. */
  List<CompiledSlice> naming(String nodeName) {
    List<CompiledSlice> found = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      if (nodeName.equals(CompiledSlice.nodeNameOf(sources.get(i)))) {
        found.add(get(i));
      }
    }
    return found;
  }

  private CompiledSlice get(int number) {
    CompiledSlice known = compiled.get(number);
    if (known != null) {
      return known;
    }
    compiled.compareAndSet(number, null, new CompiledSlice(sources.get(number)));
    CompiledSlice first = compiled.get(number);
    return first == null ? new CompiledSlice(sources.get(number)) : first;
  }
}
