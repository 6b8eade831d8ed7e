package io.github.dratestkit.allocator.search;

import com.google.common.base.Strings;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the selectors of one class or one request say about devices. The answers are kept with the
 * slices, so that they outlive the attempt: a device never changes, nor does an expression.
 */
final class SelectorAnswers {

  /** A selector that cannot be compiled or fails on a device; the text says which and why. */
  static final class Failed extends Exception {

    private static final long serialVersionUID = 1L;

    Failed(String text) {
      super(text, null, false, false);
    }
  }

  private static final byte UNKNOWN = 0;
  private static final byte YES = 1;
  private static final byte NO = 2;

  private final DeviceExpressions expressions;
  private final List<String> selectors;
  private final @Nullable Object key;

  private SelectorAnswers(DeviceExpressions expressions, List<String> selectors) {
    this.expressions = expressions;
    this.selectors = selectors;
    this.key = selectors.isEmpty() ? null : expressions.conjunction(selectors);
  }

  static SelectorAnswers of(DeviceExpressions expressions, List<DeviceSelector> selectors) {
    List<String> texts = new ArrayList<>(selectors.size());
    selectors.forEach(selector -> texts.add(expressionOf(selector)));
    return new SelectorAnswers(expressions, texts);
  }

  /** What has no expression fails like an empty one. */
  private static String expressionOf(@Nullable DeviceSelector selector) {
    return selector == null || selector.getCel() == null
        ? ""
        : Strings.nullToEmpty(selector.getCel().getExpression());
  }

  List<String> selectors() {
    return selectors;
  }

  /** Says whether all selectors match the device. */
  boolean match(CompiledDevice device) throws Failed {
    if (key == null) {
      return true;
    }
    byte[] known = device.slice().answers(key);
    if (known[device.place()] == UNKNOWN) {
      known[device.place()] = evaluate(device) ? YES : NO;
    }
    return known[device.place()] == YES;
  }

  private boolean evaluate(CompiledDevice device) throws Failed {
    for (int i = 0; i < selectors.size(); i++) {
      DeviceExpressions.Selector selector = compile(i);
      try {
        if (!selector.matches(device)) {
          return false;
        }
      } catch (DeviceExpressions.Failure e) {
        throw new Failed(
            "selector #" + i + " on device " + device + ": CEL runtime error: " + e.text());
      }
    }
    return true;
  }

  private DeviceExpressions.Selector compile(int i) throws Failed {
    try {
      return expressions.selector(selectors.get(i));
    } catch (DeviceExpressions.Failure e) {
      throw new Failed("selector #" + i + ": CEL compile error: " + e.text());
    }
  }
}
