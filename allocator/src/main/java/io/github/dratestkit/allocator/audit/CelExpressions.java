package io.github.dratestkit.allocator.audit;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.github.dratestkit.allocator.cel.CelDevice;
import io.github.dratestkit.allocator.cel.CelEnvironment;
import io.github.dratestkit.allocator.cel.Compilation;
import io.github.dratestkit.allocator.cel.Evaluation;
import io.github.dratestkit.allocator.cel.Match;
import io.github.dratestkit.allocator.value.SemanticVersion;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;

/** Expressions in Kubernetes' own language, as stored ones are read. */
public final class CelExpressions implements Expressions {

  private final CelEnvironment environment =
      CelEnvironment.of(
          FeatureSet.of(KubernetesVersion.LATEST), CelEnvironment.Mode.STORED_EXPRESSIONS);

  @Override
  public boolean matches(String expression, String driver, Device device) {
    return environment.compileSelector(expression) instanceof Compilation.Compiled compiled
        && compiled.expression().matches(CelDevice.of(driver, device)) instanceof Match.Yes;
  }

  @Override
  public DeviceAttribute derive(String expression, String driver, Device device) {
    DeviceAttribute attribute = new DeviceAttribute();
    if (environment.compileDerivedAttribute(expression) instanceof Compilation.Compiled compiled
        && compiled.expression().evaluate(CelDevice.of(driver, device))
            instanceof Evaluation.Value value) {
      set(attribute, value.value());
    }
    return attribute;
  }

  private static void set(DeviceAttribute attribute, Object value) {
    if (value instanceof List<?> elements) {
      elements.forEach(element -> add(attribute, element));
    } else if (value instanceof Long number) {
      attribute.setInt(number);
    } else if (value instanceof Boolean bool) {
      attribute.setBool(bool);
    } else if (value instanceof SemanticVersion version) {
      attribute.setVersion(version.toString());
    } else {
      attribute.setString(value.toString());
    }
  }

  private static void add(DeviceAttribute attribute, Object element) {
    if (element instanceof Long number) {
      attribute.setInts(with(attribute.getInts(), number));
    } else if (element instanceof Boolean bool) {
      attribute.setBools(with(attribute.getBools(), bool));
    } else if (element instanceof SemanticVersion version) {
      attribute.setVersions(with(attribute.getVersions(), version.toString()));
    } else {
      attribute.setStrings(with(attribute.getStrings(), element.toString()));
    }
  }

  private static <T> List<T> with(List<T> elements, T element) {
    List<T> more = new ArrayList<>(elements);
    more.add(element);
    return more;
  }
}
