package io.github.dratestkit.apiserver.store;

import io.github.dratestkit.apiserver.schema.GroupResource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The objects of each resource. It never changes: a change of one resource gives new maps that
 * share everything else, in a tenth of the room of a hash map, for a store keeps one of every
 * version.
 */
final class ResourceMaps {

  static final ResourceMaps EMPTY = new ResourceMaps(Map.of(), List.of());

  private final Map<GroupResource, Integer> places;
  private final List<PersistentMap<StoredObject>> maps;

  private ResourceMaps(Map<GroupResource, Integer> places, List<PersistentMap<StoredObject>> maps) {
    this.places = places;
    this.maps = maps;
  }

  PersistentMap<StoredObject> of(GroupResource resource) {
    Integer place = places.get(resource);
    return place == null ? PersistentMap.empty() : maps.get(place);
  }

  ResourceMaps with(GroupResource resource, PersistentMap<StoredObject> map) {
    Integer place = places.get(resource);
    List<PersistentMap<StoredObject>> changed =
        new ArrayList<>(maps.size() + (place == null ? 1 : 0));
    changed.addAll(maps);
    if (place != null) {
      changed.set(place, map);
      return new ResourceMaps(places, changed);
    }
    changed.add(map);
    Map<GroupResource, Integer> more = new HashMap<>(places);
    more.put(resource, maps.size());
    return new ResourceMaps(more, changed);
  }

  /** Returns the resources that have ever held an object. */
  Set<GroupResource> resources() {
    return places.keySet();
  }
}
