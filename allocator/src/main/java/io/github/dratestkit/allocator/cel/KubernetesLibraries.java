package io.github.dratestkit.allocator.cel;

import dev.cel.common.types.SimpleType;
import java.util.Collection;
import java.util.List;

/** The functions that Kubernetes adds to CEL, by level. */
final class KubernetesLibraries {

  private KubernetesLibraries() {}

  static Functions of(CelLevel level) {
    Functions functions = new Functions();
    Conversions.addTo(functions);
    OrderOperators.addTo(functions);
    Subtraction.addTo(functions);
    TimeParts.addTo(functions);
    IndexOperators.addTo(functions);
    TypeFunction.addTo(functions);
    QuantityLibrary.addTo(functions);
    SemverLibrary.addTo(functions);
    StringLibrary.addTo(functions);
    RegexLibrary.addTo(functions);
    ListLibrary.addTo(functions);
    UrlLibrary.addTo(functions);
    AddressLibrary.addTo(functions);
    FormatLibrary.addTo(functions);
    PresenceTests.addTo(functions);
    if (level.listsExtension()) {
      SortLibrary.addTo(functions);
    }
    if (level.includes()) {
      addIncludes(functions);
    }
    return functions;
  }

  private static void addIncludes(Functions functions) {
    functions.member(
        "includes",
        "list_includes_dyn_dyn",
        SimpleType.BOOL,
        List.of(SimpleType.DYN, SimpleType.DYN),
        arguments ->
            arguments[0] instanceof Collection<?> list
                ? Values.in(arguments[1], list)
                : Values.equal(arguments[0], arguments[1]));
  }
}
