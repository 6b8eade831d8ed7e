package io.github.dratestkit.allocator.cel;

import com.google.errorprone.annotations.Immutable;
import java.util.Map;

/**
 * The attributes or capacities of a device by domain. A domain that the device does not know is an
 * empty map, so that a selector may ask for any attribute of any vendor; only {@code in} and
 * iteration tell the truth.
 */
@Immutable
final class DomainMap extends DeviceMap {

  DomainMap(Map<String, Object> domains) {
    super(domains);
  }

  @Override
  public boolean containsKey(Object key) {
    return true;
  }

  @Override
  public Object get(Object key) {
    Object domain = super.get(key);
    return domain == null ? DeviceMap.EMPTY : domain;
  }
}
