package io.github.dratestkit.apiserver.patch;

import java.time.Instant;
import java.util.Optional;

/**
 * What one manager owns.
 *
 * @param fields the fields, as the version names them
 * @param apiVersion the version of the manager's last write
 * @param time when that was; empty if a client wrote the entry without
 */
record Owned(FieldSet fields, String apiVersion, Optional<Instant> time) {

  Owned with(FieldSet otherFields) {
    return new Owned(otherFields, apiVersion, time);
  }

  Owned at(Instant otherTime) {
    return new Owned(fields, apiVersion, Optional.of(otherTime));
  }
}
