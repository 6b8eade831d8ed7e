package io.github.dratestkit.apiserver.store;

import io.github.dratestkit.apiserver.schema.GroupResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Everything the store held at one version. It never changes and costs nothing to keep. */
public final class View {

  private final long version;
  private final ResourceMaps maps;

  View(long version, ResourceMaps maps) {
    this.version = version;
    this.maps = maps;
  }

  /** Returns the resourceVersion of the newest write in this view. */
  public long version() {
    return version;
  }

  /** Returns one object, or null if it does not exist. */
  public @Nullable StoredObject get(StoreKey key) {
    return map(key.resource()).get(key.path());
  }

  /** Returns all objects of a resource, sorted by namespace and name. */
  public Iterable<StoredObject> all(GroupResource resource) {
    return map(resource).from("");
  }

  /** Returns the objects of a resource at or after a path, sorted. */
  public Iterable<StoredObject> from(GroupResource resource, String path) {
    return map(resource).from(path);
  }

  /** Returns how many objects a resource has. */
  public int size(GroupResource resource) {
    return map(resource).size();
  }

  /** Returns how many objects of a resource are at or after a path. */
  public int sizeFrom(GroupResource resource, String path) {
    return map(resource).sizeFrom(path);
  }

  /** Returns the resources that have ever held an object, sorted by name. */
  public List<GroupResource> resources() {
    List<GroupResource> sorted = new ArrayList<>(maps.resources());
    sorted.sort((left, right) -> left.toString().compareTo(right.toString()));
    return sorted;
  }

  /** Returns the keys of all objects that came, went or changed since an earlier view, sorted. */
  public List<StoreKey> changedSince(View earlier) {
    List<StoreKey> changed = new ArrayList<>();
    Set<GroupResource> all = new TreeSet<>((a, b) -> a.toString().compareTo(b.toString()));
    all.addAll(maps.resources());
    all.addAll(earlier.maps.resources());
    for (GroupResource resource : all) {
      if (map(resource) == earlier.map(resource)) {
        continue;
      }
      Set<String> paths = new TreeSet<>();
      for (StoredObject object : all(resource)) {
        if (earlier.get(object.key()) != object) {
          paths.add(object.key().path());
          changed.add(object.key());
        }
      }
      for (StoredObject object : earlier.all(resource)) {
        if (get(object.key()) == null && paths.add(object.key().path())) {
          changed.add(object.key());
        }
      }
    }
    return changed;
  }

  /** Returns the next view, in which one resource is otherwise. */
  View with(long nextVersion, GroupResource resource, PersistentMap<StoredObject> map) {
    return new View(nextVersion, maps.with(resource, map));
  }

  PersistentMap<StoredObject> map(GroupResource resource) {
    return maps.of(resource);
  }
}
