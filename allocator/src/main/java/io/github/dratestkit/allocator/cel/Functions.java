package io.github.dratestkit.allocator.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.values.CelByteString;
import dev.cel.runtime.CelFunctionBinding;
import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.allocator.value.SemanticVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Collects functions with their overloads, for the type checker and for the run time. Overloads of
 * one name may come from several libraries; they are declared and dispatched together.
 */
final class Functions {

  /** The code behind an overload. */
  @FunctionalInterface
  interface Body {
    Object apply(Object[] arguments);
  }

  private record Overload(CelOverloadDecl declaration, CelFunctionBinding binding) {}

  private final Map<String, List<Overload>> overloads = new LinkedHashMap<>();
  private final Map<String, List<CelFunctionBinding>> standard = new LinkedHashMap<>();

  /** Adds {@code name(parameters)}. */
  Functions global(String name, String id, CelType result, List<CelType> parameters, Body body) {
    return add(name, CelOverloadDecl.newGlobalOverload(id, result, parameters), body);
  }

  /** Adds {@code receiver.name(parameters)}; the receiver is the first of the parameters. */
  Functions member(String name, String id, CelType result, List<CelType> parameters, Body body) {
    return add(name, CelOverloadDecl.newMemberOverload(id, result, parameters), body);
  }

  /** Adds overloads of the standard library, which are declared there. */
  Functions standard(String name, CelFunctionBinding... bindings) {
    standard.computeIfAbsent(name, unused -> new ArrayList<>()).addAll(List.of(bindings));
    return this;
  }

  private Functions add(String name, CelOverloadDecl declaration, Body body) {
    Overload overload = new Overload(declaration, binding(declaration, body));
    overloads.computeIfAbsent(name, unused -> new ArrayList<>()).add(overload);
    return this;
  }

  List<CelFunctionDecl> declarations() {
    List<CelFunctionDecl> declarations = new ArrayList<>();
    overloads.forEach(
        (name, all) ->
            declarations.add(
                CelFunctionDecl.newFunctionDeclaration(
                    name, all.stream().map(Overload::declaration).toList())));
    return declarations;
  }

  List<CelFunctionBinding> bindings() {
    Map<String, List<CelFunctionBinding>> byName = new LinkedHashMap<>(standard);
    overloads.forEach(
        (name, all) -> {
          List<CelFunctionBinding> together = new ArrayList<>(byName.getOrDefault(name, List.of()));
          all.forEach(overload -> together.add(overload.binding()));
          byName.put(name, together);
        });
    List<CelFunctionBinding> bindings = new ArrayList<>();
    byName.forEach((name, all) -> bindings.addAll(CelFunctionBinding.fromOverloads(name, all)));
    return bindings;
  }

  // No body keeps state; cel-java cannot see that of an interface of ours.
  @SuppressWarnings("Immutable")
  private static CelFunctionBinding binding(CelOverloadDecl declaration, Body body) {
    List<CelType> parameters = declaration.parameterTypes();
    String id = declaration.overloadId();
    return switch (parameters.size()) {
      case 0 -> CelFunctionBinding.from(id, List.<Class<?>>of(), body::apply);
      case 1 ->
          CelFunctionBinding.from(
              id, javaClass(parameters.get(0)), first -> body.apply(new Object[] {first}));
      case 2 ->
          CelFunctionBinding.from(
              id,
              javaClass(parameters.get(0)),
              javaClass(parameters.get(1)),
              (first, second) -> body.apply(new Object[] {first, second}));
      default -> {
        List<Class<?>> classes = new ArrayList<>();
        parameters.forEach(parameter -> classes.add(javaClass(parameter)));
        yield CelFunctionBinding.from(id, classes, body::apply);
      }
    };
  }

  @SuppressWarnings("unchecked")
  private static Class<Object> javaClass(CelType type) {
    return (Class<Object>) rawClass(type);
  }

  /** Returns the Java class of the values of a type. */
  static Class<?> rawClass(CelType type) {
    if (type.kind() == CelKind.OPAQUE) {
      return opaqueClass(type.name());
    }
    return switch (type.kind()) {
      case BOOL -> Boolean.class;
      case BYTES -> CelByteString.class;
      case DOUBLE -> Double.class;
      case DURATION -> Duration.class;
      case INT -> Long.class;
      case LIST -> Collection.class;
      case MAP -> Map.class;
      case STRING -> String.class;
      case TIMESTAMP -> Instant.class;
      case UINT -> UnsignedLong.class;
      default -> Object.class;
    };
  }

  private static Class<?> opaqueClass(String name) {
    return switch (name) {
      case "kubernetes.Quantity" -> Quantity.class;
      case "kubernetes.Semver" -> SemanticVersion.class;
      case "kubernetes.URL" -> Url.class;
      case "kubernetes.NamedFormat" -> NamedFormat.class;
      case "net.IP" -> Address.class;
      case "net.CIDR" -> AddressRange.class;
      case "optional_type" -> Optional.class;
      default -> Object.class;
    };
  }
}
