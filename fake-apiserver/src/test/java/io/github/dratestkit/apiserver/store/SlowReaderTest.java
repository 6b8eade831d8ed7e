package io.github.dratestkit.apiserver.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.apiserver.schema.GroupResource;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Who reads slowly is ended, is never given a gap, and holds up nobody who writes. */
class SlowReaderTest {

  private static final GroupResource THINGS = new GroupResource("x.test", "things");
  private static final StoreKey KEY = new StoreKey(THINGS, "n", "a");
  private static final int TOO_FAR_BEHIND = 50_002;

  private final Store store =
      new Store(InstantSource.fixed(Instant.EPOCH), WatchHistory.ofChanges(100));

  @Test
  void a_reader_that_lags_behind_reads_every_change_in_order() {
    long version = write(Store.NONE);
    ChangeReader reader = store.changesAfter(THINGS, version).orElseThrow();
    List<Long> written = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      version = write(version);
      written.add(version);
    }

    List<Long> read = new ArrayList<>();
    for (Change change = reader.poll(); change != null; change = reader.poll()) {
      read.add(change.version());
    }

    assertThat(read).isEqualTo(written);
    assertThat(reader.broken()).isFalse();
  }

  @Test
  void a_reader_that_never_reads_holds_up_no_writer_and_is_ended_without_a_gap() {
    long version = write(Store.NONE);
    ChangeReader reader = store.changesAfter(THINGS, version).orElseThrow();
    ChangeReader quick = store.changesAfter(THINGS, version).orElseThrow();
    for (int i = 0; i < TOO_FAR_BEHIND; i++) {
      version = write(version);
      assertThat(quick.poll()).isNotNull();
    }

    assertThat(reader.poll()).isNull();
    assertThat(reader.broken()).isTrue();
    assertThat(quick.broken()).isFalse();
  }

  private long write(long expected) {
    return store.write(KEY, expected, SlowReaderTest::thing).version();
  }

  private static ObjectNode thing(long version) {
    ObjectNode thing = JsonMapper.shared().createObjectNode();
    thing.putObject("metadata").put("name", "a").put("resourceVersion", Long.toString(version));
    return thing;
  }
}
