package io.github.dratestkit.allocator;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.github.dratestkit.allocator.cel.CelDevice;
import io.github.dratestkit.allocator.cel.CelEnvironment;
import io.github.dratestkit.allocator.cel.CelExpression;
import io.github.dratestkit.allocator.cel.Compilation;
import io.github.dratestkit.allocator.cel.Evaluation;
import io.github.dratestkit.allocator.cel.Match;
import io.github.dratestkit.allocator.inventory.AttributeValue;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.search.DeviceExpressions;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The step from the search to the expression language. Expressions were stored before they get
 * here, so everything that the newest version knows compiles, whatever the gates.
 */
final class CompiledExpressions implements DeviceExpressions {

  private static final int MOST_REMEMBERED = 10_000;

  private static final DeviceExpressions KNOWING_SHARES = new CompiledExpressions(true);
  private static final DeviceExpressions KNOWING_NO_SHARES = new CompiledExpressions(false);

  private final boolean shares;
  private final CelEnvironment environment =
      CelEnvironment.of(
          FeatureSet.of(KubernetesVersion.LATEST), CelEnvironment.Mode.STORED_EXPRESSIONS);
  private final Map<String, Selector> selectors = new ConcurrentHashMap<>();
  private final Map<List<String>, Object> conjunctions = new ConcurrentHashMap<>();

  private CompiledExpressions(boolean shares) {
    this.shares = shares;
  }

  /**
   * Returns the expressions as a variant evaluates them: the stable one knows no shared devices.
   */
  static DeviceExpressions of(AllocatorVariant variant) {
    return variant == AllocatorVariant.STABLE ? KNOWING_NO_SHARES : KNOWING_SHARES;
  }

  @Override
  public Selector selector(String expression) throws Failure {
    Selector known = selectors.get(expression);
    if (known != null) {
      return known;
    }
    CelExpression compiled = require(environment.compileSelector(expression));
    if (selectors.size() >= MOST_REMEMBERED) {
      selectors.clear();
    }
    Selector selector =
        device -> {
          Match match = compiled.matches(celDevice(device));
          if (match instanceof Match.Failed failed) {
            throw new Failure(failed.failure().message());
          }
          return match instanceof Match.Yes;
        };
    Selector first = selectors.putIfAbsent(expression, selector);
    return first == null ? selector : first;
  }

  @Override
  public Object conjunction(List<String> expressions) {
    Object known = conjunctions.get(expressions);
    if (known != null) {
      return known;
    }
    if (conjunctions.size() >= MOST_REMEMBERED) {
      conjunctions.clear();
    }
    return conjunctions.computeIfAbsent(List.copyOf(expressions), unused -> new Object());
  }

  @Override
  public Derivation derivation(String expression) throws Failure {
    CelExpression compiled = require(environment.compileDerivedAttribute(expression));
    return device -> {
      Evaluation evaluation = compiled.evaluate(celDevice(device));
      if (evaluation instanceof Evaluation.Value value) {
        AttributeValue attribute = DerivedValue.of(value.value());
        if (attribute == null) {
          throw new Failure(value.value() + " is no attribute value");
        }
        return attribute;
      }
      throw new Failure(((Evaluation.Failed) evaluation).message());
    };
  }

  private static CelExpression require(Compilation compilation) throws Failure {
    if (compilation instanceof Compilation.Compiled compiled) {
      return compiled.expression();
    }
    throw new Failure(((Compilation.Rejected) compilation).message());
  }

  private CelDevice celDevice(CompiledDevice device) {
    if (shares || !device.allowsMultipleAllocations()) {
      return device.celDevice();
    }
    return CelDevice.of(
        device.id().driver(),
        new DeviceBuilder(device.model()).withAllowMultipleAllocations(false).build());
  }
}
