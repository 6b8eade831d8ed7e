package io.github.dratestkit.apiserver.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PersistentMapTest {

  @Test
  void agrees_with_a_sorted_map_over_many_random_changes() {
    SplittableRandom random = new SplittableRandom(1);
    TreeMap<String, Integer> model = new TreeMap<>();
    PersistentMap<Integer> map = PersistentMap.empty();
    for (int i = 0; i < 20_000; i++) {
      String key = "k" + random.nextInt(400);
      if (random.nextInt(3) == 0) {
        model.remove(key);
        map = map.without(key);
      } else {
        model.put(key, i);
        map = map.with(key, i);
      }
      if (i % 500 == 0) {
        String start = "k" + random.nextInt(400);
        assertThat(map.size()).isEqualTo(model.size());
        assertThat(map.from("")).containsExactlyElementsOf(model.values());
        assertThat(map.from(start)).containsExactlyElementsOf(model.tailMap(start).values());
        assertThat(map.sizeFrom(start)).isEqualTo(model.tailMap(start).size());
      }
    }
  }

  @Test
  void old_map_is_not_touched_by_a_change() {
    PersistentMap<Integer> old = PersistentMap.<Integer>empty().with("a", 1).with("b", 2);

    PersistentMap<Integer> changed = old.without("a").with("b", 3);

    assertThat(old.get("a")).isEqualTo(1);
    assertThat(old.get("b")).isEqualTo(2);
    assertThat(changed.get("a")).isNull();
  }
}
