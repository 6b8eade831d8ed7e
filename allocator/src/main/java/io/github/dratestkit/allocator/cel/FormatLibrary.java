package io.github.dratestkit.allocator.cel;

import static io.github.dratestkit.allocator.cel.CelTypes.FORMAT;

import dev.cel.common.types.ListType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import java.util.List;
import java.util.Optional;

/** The format functions, since 1.31 ({@code apiserver/pkg/cel/library/format.go}). */
final class FormatLibrary {

  private FormatLibrary() {}

  static void addTo(Functions functions) {
    for (NamedFormat format : NamedFormat.values()) {
      String name = "format." + format.celName();
      functions.global(name, name, FORMAT, List.of(), a -> format);
    }
    functions
        .global(
            "format.named",
            "format-named",
            OptionalType.create(FORMAT),
            List.of(SimpleType.STRING),
            a -> NamedFormat.named((String) a[0]))
        .member(
            "validate",
            "format-validate",
            OptionalType.create(ListType.create(SimpleType.STRING)),
            List.of(FORMAT, SimpleType.STRING),
            a -> validate((NamedFormat) a[0], (String) a[1]));
  }

  private static Optional<List<String>> validate(NamedFormat format, String text) {
    List<String> errors = format.validate(text);
    return errors.isEmpty() ? Optional.empty() : Optional.of(errors);
  }
}
