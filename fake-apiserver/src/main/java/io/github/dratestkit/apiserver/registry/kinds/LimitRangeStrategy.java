package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.apiserver.registry.Labels;
import io.github.dratestkit.apiserver.registry.Metadata;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Amounts;
import io.github.dratestkit.apiserver.registry.kinds.rules.ResourceNames;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Limits of a namespace (ValidateLimitRange, pkg/apis/core/validation, 1.37). */
final class LimitRangeStrategy implements Strategy {

  private static final Set<String> TYPES = Set.of("Pod", "Container", "PersistentVolumeClaim");
  private static final List<String> LISTS =
      List.of("max", "min", "default", "defaultRequest", "maxLimitRequestRatio");

  @Override
  public boolean allowsCreateOnUpdate() {
    return true;
  }

  @Override
  public void applyDefaults(ObjectNode range, String version, WriteContext context) {
    for (JsonNode limit : range.path("spec").path("limits")) {
      if (limit.path("type").asString("").equals("Container")) {
        ObjectNode item = (ObjectNode) limit;
        complete(item, "default", item.path("max"));
        complete(item, "defaultRequest", item.path("default"));
        complete(item, "defaultRequest", item.path("min"));
      }
    }
  }

  private static void complete(ObjectNode item, String list, JsonNode from) {
    for (Map.Entry<String, JsonNode> amount : from.properties()) {
      ObjectNode amounts = Absent.object(item, list);
      if (!amounts.has(amount.getKey())) {
        amounts.set(amount.getKey(), amount.getValue());
      }
    }
  }

  // A range without a name gets one that is unique.
  @Override
  public void prepareForCreate(ObjectNode range, WriteContext context) {
    Metadata metadata = Metadata.of(range);
    if (metadata.name().isEmpty()) {
      Absent.text(Absent.object(range, "metadata"), "name", metadata.uid());
    }
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode range, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Set<String> types = new HashSet<>();
    JsonNode limits = range.path("spec").path("limits");
    for (int i = 0; i < limits.size(); i++) {
      String path = "spec.limits[" + i + "]";
      String type = limits.get(i).path("type").asString("");
      type(type, path + ".type", errors);
      if (!types.add(type)) {
        errors.add(FieldError.duplicate(path + ".type", type));
      }
      item(type, limits.get(i), path, errors);
    }
    return errors;
  }

  private static void type(String type, String path, List<FieldError> errors) {
    int before = errors.size();
    Labels.keyProblems(type)
        .forEach(problem -> errors.add(FieldError.invalid(path, type, problem)));
    if (errors.size() == before && !type.contains("/") && !TYPES.contains(type)) {
      errors.add(
          FieldError.invalid(path, type, "must be a standard limit type or fully qualified"));
    }
  }

  private static void item(String type, JsonNode item, String path, List<FieldError> errors) {
    Set<String> names = new TreeSet<>();
    for (String list : LISTS) {
      boolean defaults = list.startsWith("default");
      if (defaults && type.equals("Pod")) {
        if (!item.path(list).isEmpty()) {
          errors.add(FieldError.forbidden(path + "." + list, "not for the type Pod"));
        }
        continue;
      }
      for (String name : item.path(list).propertyNames()) {
        name(type, name, path + "." + list + "[" + name + "]", errors);
        names.add(name);
      }
    }
    boolean storage = item.path("min").has("storage") || item.path("max").has("storage");
    if (type.equals("PersistentVolumeClaim") && !storage) {
      errors.add(FieldError.required(path + ".limits", "a least or a most storage, or both"));
    }
    names.forEach(name -> new Amounts(type, item, name).check(path, errors));
  }

  private static void name(String type, String name, String path, List<FieldError> errors) {
    if (!type.equals("Pod") && !type.equals("Container")) {
      ResourceNames.check(name, path, errors);
      return;
    }
    Labels.keyProblems(name)
        .forEach(problem -> errors.add(FieldError.invalid(path, name, problem)));
    boolean known =
        name.contains("/")
            ? ResourceNames.isNative(name) || ResourceNames.isExtended(name)
            : ResourceNames.isOfContainers(name);
    if (!known) {
      errors.add(FieldError.invalid(path, name, "must be a standard resource for containers"));
    }
  }

  /** The amounts of one resource within one limit. */
  private record Amounts(String type, JsonNode item, String name) {

    void check(String path, List<FieldError> errors) {
      boolean pod = type.equals("Pod");
      Quantity min = of("min");
      Quantity max = of("max");
      Quantity limit = pod ? null : of("default");
      Quantity request = pod ? null : of("defaultRequest");
      if (isGreater(min, max)) {
        errors.add(invalid(path, "min", "the least is greater than the most"));
      }
      if (isGreater(min, request)) {
        errors.add(invalid(path, "defaultRequest", "less than the least"));
      }
      if (isGreater(request, max)) {
        errors.add(invalid(path, "defaultRequest", "greater than the most"));
      }
      if (isGreater(request, limit)) {
        errors.add(invalid(path, "defaultRequest", "greater than the default limit"));
      }
      if (isGreater(min, limit)) {
        errors.add(invalid(path, "default", "less than the least"));
      }
      if (isGreater(limit, max)) {
        errors.add(invalid(path, "default", "greater than the most"));
      }
      ratio(path, min, max, errors);
      boolean overcommits = ResourceNames.isNative(name) && !ResourceNames.isHugePages(name);
      if (!overcommits && limit != null && request != null && limit.compareTo(request) != 0) {
        errors.add(invalid(path, "defaultRequest", "must equal the default limit"));
      }
    }

    private void ratio(
        String path, @Nullable Quantity min, @Nullable Quantity max, List<FieldError> errors) {
      Quantity ratio = of("maxLimitRequestRatio");
      if (ratio == null) {
        return;
      }
      if (ratio.compareTo(Quantity.parse("1")) < 0) {
        errors.add(invalid(path, "maxLimitRequestRatio", "a ratio is at least 1"));
      }
      if (min != null
          && max != null
          && !min.isZero()
          && ratio.toBigDecimal().doubleValue()
              > max.toBigDecimal().doubleValue() / min.toBigDecimal().doubleValue()) {
        errors.add(invalid(path, "maxLimitRequestRatio", "greater than the most by the least"));
      }
    }

    private FieldError invalid(String path, String list, String problem) {
      return FieldError.invalid(
          path + "." + list + "[" + name + "]", item.path(list).path(name).asString(""), problem);
    }

    private @Nullable Quantity of(String list) {
      JsonNode amount = item.path(list).path(name);
      return amount.isMissingNode() ? null : Quantity.parse(amount.asString("0"));
    }

    private static boolean isGreater(@Nullable Quantity one, @Nullable Quantity other) {
      return one != null && other != null && one.compareTo(other) > 0;
    }
  }
}
