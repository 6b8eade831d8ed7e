package io.github.dratestkit.allocator.cel;

import com.google.common.collect.ImmutableList;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import dev.cel.compiler.CelCompilerLibrary;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelMacroExprFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** Sorting and ranges, from the lists extension version 3 ({@code cel-go/ext/lists.go}). */
final class SortLibrary {

  static final CelCompilerLibrary MACROS =
      Macros.library(List.of(CelMacro.newReceiverMacro("sortBy", 2, SortLibrary::sortBy)));

  private static final String BY_KEYS = "@sortByAssociatedKeys";
  private static final long LONGEST_RANGE = 1_000_000;

  /** The variable that holds what is sorted. */
  static final String INPUT = "@__sortBy_input__";

  private SortLibrary() {}

  static void addTo(Functions functions) {
    CelType any = ListType.create(TypeParamType.create("T"));
    ListLibrary.COMPARABLE.forEach(
        (name, type) -> {
          CelType list = ListType.create(type);
          functions
              .member(
                  "sort",
                  "list_" + name + "_sort",
                  list,
                  List.of(list),
                  a -> sorted((Collection<?>) a[0], (Collection<?>) a[0]))
              .member(
                  BY_KEYS,
                  "list_" + name + "_sortByAssociatedKeys",
                  any,
                  List.of(any, list),
                  a -> sorted((Collection<?>) a[0], (Collection<?>) a[1]));
        });
    functions.global(
        "lists.range",
        "lists_range",
        ListType.create(SimpleType.INT),
        List.of(SimpleType.INT),
        a -> range((Long) a[0]));
  }

  private static List<Long> range(long end) {
    if (end < 0 || end > LONGEST_RANGE) {
      throw new CelInvalidArgumentException("lists.range: the size " + end + " is not allowed");
    }
    return LongStream.range(0, end).boxed().toList();
  }

  private record Keyed(Object key, Object value) {}

  private static List<Object> sorted(Collection<?> values, Collection<?> keys) {
    List<Object> keyList = new ArrayList<>(keys);
    if (!keyList.isEmpty()) {
      // Upstream looks at the first key even where there is nothing to compare it with.
      requireOrder(keyList.get(0));
    }
    List<Keyed> keyed = new ArrayList<>();
    for (Object value : values) {
      keyed.add(new Keyed(keyList.get(keyed.size()), value));
    }
    requireOneType(keyList);
    keyed.sort((left, right) -> Values.compareLeniently(left.key(), right.key()));
    return keyed.stream().map(Keyed::value).toList();
  }

  private static void requireOrder(Object key) {
    if (!Values.hasOrder(key)) {
      throw new CelInvalidArgumentException("list elements must be comparable");
    }
  }

  private static void requireOneType(List<Object> keys) {
    if (keys.stream().anyMatch(key -> key.getClass() != keys.get(0).getClass())) {
      throw new CelInvalidArgumentException("list elements must have the same type");
    }
  }

  /** Binds the list to a name, maps it to its keys, and sorts it by them. */
  private static Optional<CelExpr> sortBy(
      CelMacroExprFactory factory, CelExpr target, ImmutableList<CelExpr> arguments) {
    Optional<CelExpr> refused = Macros.refusedSortBy(factory, target, arguments.get(0));
    if (refused.isPresent()) {
      return refused;
    }
    CelExpr variable = arguments.get(0);
    String accumulator = factory.getAccumulatorVarName();
    CelExpr keys =
        factory.fold(
            variable.ident().name(),
            factory.newIdentifier(INPUT),
            accumulator,
            factory.newList(),
            factory.newBoolLiteral(true),
            factory.newGlobalCall(
                "_+_", factory.newIdentifier(accumulator), factory.newList(arguments.get(1))),
            factory.newIdentifier(accumulator));
    CelExpr sorted = factory.newReceiverCall(BY_KEYS, factory.newIdentifier(INPUT), keys);
    return Optional.of(
        factory.fold(
            "#unused",
            factory.newList(),
            INPUT,
            target,
            factory.newBoolLiteral(false),
            factory.newIdentifier(INPUT),
            sorted));
  }
}
