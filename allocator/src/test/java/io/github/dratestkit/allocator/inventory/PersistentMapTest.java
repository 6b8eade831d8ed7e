package io.github.dratestkit.allocator.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PersistentMapTest {

  private static final int CHANGES = 6000;
  private static final int KEYS = 4000;

  @Test
  void it_holds_what_a_hash_map_holds_after_thousands_of_changes() {
    Random random = new Random(1);
    Map<Integer, Integer> expected = new HashMap<>();
    PersistentMap<Integer, Integer> map = PersistentMap.empty();
    for (int i = 0; i < CHANGES; i++) {
      int key = random.nextInt(KEYS);
      if (random.nextInt(4) == 0) {
        expected.remove(key);
        map = map.without(key);
      } else {
        expected.put(key, i);
        map = map.with(key, i);
      }
    }
    for (int key = 0; key < KEYS; key++) {
      assertThat(map.get(key)).isEqualTo(expected.get(key));
    }
    assertThat(map.values()).containsExactlyInAnyOrderElementsOf(expected.values());
    assertThat(PersistentMap.of(expected).values())
        .containsExactlyInAnyOrderElementsOf(expected.values());
  }

  @Test
  void a_change_leaves_what_was_there_before_alone() {
    PersistentMap<String, Integer> one = PersistentMap.<String, Integer>empty().with("a", 1);
    PersistentMap<String, Integer> two = one.with("a", 2).with("b", 3);
    assertThat(one.get("a")).isEqualTo(1);
    assertThat(one.get("b")).isNull();
    assertThat(two.get("a")).isEqualTo(2);
    assertThat(two.without("a").get("a")).isNull();
    assertThat(two.get("a")).isEqualTo(2);
    assertThat(two.without("c")).isSameAs(two);
  }

  @Test
  void it_is_empty_once_everything_is_taken_out() {
    PersistentMap<String, Integer> map = PersistentMap.empty();
    assertThat(map.isEmpty()).isTrue();
    map = map.with("a", 1).with("a", 2).with("b", 1);
    assertThat(map.without("a").isEmpty()).isFalse();
    assertThat(map.without("a").without("b").isEmpty()).isTrue();
    assertThat(map.without("a").without("b").without("b").isEmpty()).isTrue();
  }

  @Test
  void many_entries_are_spread_evenly_enough_to_be_copied_in_part() {
    PersistentMap<Integer, Integer> map = PersistentMap.empty();
    List<Integer> expected = new ArrayList<>();
    for (int key = 0; key < KEYS; key++) {
      map = map.with(key, key);
      expected.add(key);
    }
    assertThat(map.values()).containsExactlyInAnyOrderElementsOf(expected);
  }
}
