package io.github.dratestkit.cli.allocate;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.github.dratestkit.allocator.optimal.PoolRoom;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much room a pool has, as it is written down.
 *
 * @param fragmentation from 0, nothing lost, to 1
 * @param largestDevice one of the largest devices that can still be had whole
 * @param largestCount how many like it
 */
public record PoolAnswer(
    String driver,
    String pool,
    BigDecimal fragmentation,
    @JsonInclude(Include.NON_NULL) @Nullable String largestDevice,
    @JsonInclude(Include.NON_DEFAULT) int largestCount,
    @JsonInclude(Include.NON_EMPTY) Map<String, String> largestCapacity,
    @JsonInclude(Include.NON_EMPTY) Map<String, String> largestShares) {

  static PoolAnswer of(PoolRoom room) {
    return new PoolAnswer(
        room.driver(),
        room.pool(),
        BigDecimal.valueOf(room.fragmentation(), 3),
        room.largest().map(PoolRoom.Largest::like).orElse(null),
        room.largest().map(PoolRoom.Largest::count).orElse(0),
        text(room.largest().map(PoolRoom.Largest::capacity).orElse(Map.of())),
        text(room.largestShares()));
  }

  private static Map<String, String> text(Map<String, BigDecimal> amounts) {
    Map<String, String> text = new LinkedHashMap<>();
    amounts.forEach((name, amount) -> text.put(name, amount.toPlainString()));
    return text;
  }
}
