package io.github.dratestkit.allocator.explain;

import com.google.common.base.Strings;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.search.DeviceExpressions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which selectors of a request, and of its class, a device does not pass. */
final class Suitability {

  /** The places, in the lists of the class and of the request, of selectors that refuse. */
  record Refusing(List<Integer> ofClass, List<Integer> ofRequest) {
    boolean isNone() {
      return ofClass.isEmpty() && ofRequest.isEmpty();
    }
  }

  private final DeviceExpressions expressions;
  private final List<DeviceSelector> ofClass;
  private final List<DeviceSelector> ofRequest;

  Suitability(DeviceExpressions expressions, @Nullable DeviceClass deviceClass, Request request) {
    this.expressions = expressions;
    this.ofClass =
        deviceClass == null || deviceClass.getSpec() == null
            ? List.of()
            : deviceClass.getSpec().getSelectors();
    this.ofRequest = request.selectors();
  }

  String expressionOfClass(int index) {
    return Strings.nullToEmpty(ofClass.get(index).getCel().getExpression());
  }

  String expressionOfRequest(int index) {
    return Strings.nullToEmpty(ofRequest.get(index).getCel().getExpression());
  }

  Refusing of(CompiledDevice device) {
    return new Refusing(refusing(ofClass, device), refusing(ofRequest, device));
  }

  private List<Integer> refusing(List<DeviceSelector> selectors, CompiledDevice device) {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < selectors.size(); i++) {
      if (selectors.get(i).getCel() != null
          && !matches(Strings.nullToEmpty(selectors.get(i).getCel().getExpression()), device)) {
        places.add(i);
      }
    }
    return places;
  }

  private boolean matches(String expression, CompiledDevice device) {
    try {
      return expressions.selector(expression).matches(device);
    } catch (DeviceExpressions.Failure e) {
      return false;
    }
  }
}
