package io.github.dratestkit.allocator.cel;

import com.google.errorprone.annotations.Immutable;
import dev.cel.common.exceptions.CelAttributeNotFoundException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.StructTypeReference;
import dev.cel.common.values.StructValue;
import java.util.Map;
import java.util.Optional;

/** The variable {@code device} with its fields. */
@Immutable
final class DeviceValue extends StructValue<String, Object> {

  /** The name of the variable. */
  static final String VARIABLE = "device";

  @SuppressWarnings("Immutable") // Nobody changes it after construction.
  private final Map<String, Object> fields;

  DeviceValue(Map<String, Object> fields) {
    this.fields = fields;
  }

  @Override
  public Object value() {
    return this;
  }

  @Override
  public boolean isZeroValue() {
    return false;
  }

  @Override
  public CelType celType() {
    return StructTypeReference.create(CelTypes.DEVICE_NAME);
  }

  @Override
  public Object select(String field) {
    Object value = fields.get(field);
    if (value == null) {
      throw CelAttributeNotFoundException.forFieldResolution(field);
    }
    return value;
  }

  @Override
  public Optional<Object> find(String field) {
    return Optional.ofNullable(fields.get(field));
  }
}
