package io.github.dratestkit.allocator.cel;

import dev.cel.common.CelOptions;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeBuilder;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.runtime.CelStandardFunctions;
import java.util.Collection;
import java.util.Map;

/**
 * The compiler and the run time of one level, put together from the libraries that Kubernetes has
 * at that level. Making one takes the better part of a second in a fresh Java process.
 */
final class CelEngine {

  private static final CelOptions OPTIONS =
      CelOptions.current()
          .enableHomogeneousLiterals(true)
          .enableHeterogeneousNumericComparisons(true)
          .enableOptionalSyntax(true)
          .enableQuotedIdentifierSyntax(true)
          .enableTimestampEpoch(true)
          .build();

  private final CelTypes types;
  private final CelCompiler compiler;
  private final CelRuntime runtime;

  CelEngine(CelLevel level) {
    types = new CelTypes(level);
    Functions functions = KubernetesLibraries.of(level);
    compiler = compiler(level, functions);
    runtime = runtime(level, functions);
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

  private CelCompiler compiler(CelLevel level, Functions functions) {
    CelCompilerBuilder builder =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(OPTIONS)
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .setTypeProvider(types)
            .addVar("device", types.device())
            .addLibraries(
                CelExtensions.optional(),
                CelExtensions.bindings(),
                CelExtensions.sets(OPTIONS),
                CelExtensions.comprehensions())
            .addFunctionDeclarations(functions.declarations());
    if (level.listsExtension()) {
      builder.addLibraries(CelExtensions.lists(2));
    }
    return builder.build();
  }

  private CelRuntime runtime(CelLevel level, Functions functions) {
    CelRuntimeBuilder builder =
        CelRuntimeFactory.plannerRuntimeBuilder()
            .setOptions(OPTIONS)
            .setTypeProvider(types)
            .setStandardFunctions(
                CelStandardFunctions.newBuilder()
                    .excludeFunctions(CelStandardFunctions.StandardFunction.IN)
                    .build())
            .addFunctionBindings(membership())
            .addFunctionBindings(functions.bindings())
            .addLibraries(
                CelExtensions.optional(),
                CelExtensions.sets(OPTIONS),
                CelExtensions.comprehensions());
    if (level.listsExtension()) {
      builder.addLibraries(CelExtensions.lists(2));
    }
    return builder.build();
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
}
