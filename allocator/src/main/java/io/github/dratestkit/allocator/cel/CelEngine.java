package io.github.dratestkit.allocator.cel;

import dev.cel.common.CelOptions;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelListsExtensions;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeBuilder;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.runtime.CelStandardFunctions;
import dev.cel.runtime.CelStandardFunctions.StandardFunction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The compiler and the run time of one level, put together from the libraries that Kubernetes has
 * at that level. Making one takes the better part of a second in a fresh Java process.
 */
final class CelEngine {

  private static final CelOptions OPTIONS =
      CelOptions.current()
          .enableHomogeneousLiterals(false)
          .enableHeterogeneousNumericComparisons(true)
          .enableOptionalSyntax(true)
          .enableQuotedIdentifierSyntax(true)
          .enableTimestampEpoch(true)
          .build();

  /**
   * Sorting is our own: its overloads are typed upstream, and its macro expands differently. So is
   * {@code lists.range}, which takes no negative number upstream.
   */
  private static final CelListsExtensions LISTS =
      CelExtensions.lists(
          CelListsExtensions.Function.SLICE,
          CelListsExtensions.Function.FLATTEN,
          CelListsExtensions.Function.DISTINCT,
          CelListsExtensions.Function.REVERSE);

  private final CelTypes types;
  private final CelCompiler compiler;
  private final CelRuntime runtime;

  /** Makes the engine for expressions about devices. */
  CelEngine(CelLevel level) {
    this(level, Optional.empty());
  }

  private CelEngine(CelLevel level, Optional<List<String>> variables) {
    types = new CelTypes(level);
    Functions functions = KubernetesLibraries.of(level);
    Map<String, CelType> declared = new HashMap<>();
    variables.ifPresentOrElse(
        names -> names.forEach(name -> declared.put(name, SimpleType.DYN)),
        () -> declared.put("device", types.device()));
    compiler = compiler(level, functions, declared);
    runtime = runtime(level, functions);
  }

  /** Makes an engine for expressions about values of which no type is known. */
  static CelEngine ofVariables(CelLevel level, List<String> variables) {
    return new CelEngine(level, Optional.of(variables));
  }

  CelTypes types() {
    return types;
  }

  CelCompiler compiler() {
    return compiler;
  }

  CelRuntime runtime() {
    return runtime;
  }

  private CelCompiler compiler(
      CelLevel level, Functions functions, Map<String, CelType> variables) {
    CelCompilerBuilder builder =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(OPTIONS)
            .setTypeProvider(types)
            .addLibraries(
                CelExtensions.optional(),
                CelExtensions.bindings(),
                CelExtensions.sets(OPTIONS),
                CelExtensions.comprehensions())
            .addFunctionDeclarations(functions.declarations());
    variables.forEach(builder::addVar);
    TypeIdentifiers.CHECKED_ONLY.forEach(
        (name, type) -> builder.addVar(name, TypeType.create(type)));
    if (level.listsExtension()) {
      builder.addLibraries(LISTS, SortLibrary.MACROS);
    }
    builder.addLibraries(Macros.LIBRARY);
    return builder.build();
  }

  private CelRuntime runtime(CelLevel level, Functions functions) {
    CelRuntimeBuilder builder =
        CelRuntimeFactory.plannerRuntimeBuilder()
            .setOptions(OPTIONS)
            .setTypeProvider(types)
            .setStandardFunctions(
                CelStandardFunctions.newBuilder().excludeFunctions(replaced()).build())
            .addFunctionBindings(membership())
            .addFunctionBindings(equality())
            .addFunctionBindings(functions.bindings())
            .addLibraries(
                CelExtensions.optional(),
                CelExtensions.sets(OPTIONS),
                CelExtensions.comprehensions());
    if (level.listsExtension()) {
      builder.addLibraries(LISTS);
    }
    return builder.build();
  }

  private static Set<StandardFunction> replaced() {
    Set<StandardFunction> replaced = new HashSet<>(Conversions.REPLACED);
    replaced.addAll(OrderOperators.REPLACED);
    replaced.addAll(TimeParts.REPLACED);
    replaced.add(IndexOperators.REPLACED);
    replaced.add(Subtraction.REPLACED);
    replaced.addAll(
        Set.of(StandardFunction.IN, StandardFunction.EQUALS, StandardFunction.NOT_EQUALS));
    return replaced;
  }

  /** The operator {@code in}, which must see through the defaults of unknown domains. */
  private static Iterable<CelFunctionBinding> membership() {
    return CelFunctionBinding.fromOverloads(
        "@in",
        CelFunctionBinding.from(
            "in_list", Object.class, Collection.class, (value, list) -> Values.in(value, list)),
        CelFunctionBinding.from(
            "in_map", Object.class, Map.class, (key, map) -> Values.in(key, map)));
  }

  /**
   * Equality, which is an error between a value of Kubernetes' own types and any other; inequality
   * is not.
   */
  private static List<CelFunctionBinding> equality() {
    List<CelFunctionBinding> bindings = new ArrayList<>();
    bindings.addAll(
        CelFunctionBinding.fromOverloads(
            "_==_",
            CelFunctionBinding.from("equals", Object.class, Object.class, Values::equalOrFail)));
    bindings.addAll(
        CelFunctionBinding.fromOverloads(
            "_!=_",
            CelFunctionBinding.from(
                "not_equals",
                Object.class,
                Object.class,
                (left, right) -> !Values.equal(left, right))));
    return bindings;
  }
}
