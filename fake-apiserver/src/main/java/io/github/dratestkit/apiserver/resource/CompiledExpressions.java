package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.allocator.cel.CelEnvironment;
import io.github.dratestkit.allocator.cel.CelEnvironment.Mode;
import io.github.dratestkit.allocator.cel.Compilation;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.status.FieldError;

/** Judges expressions by compiling them as expressions that nobody has seen before. */
final class CompiledExpressions implements Expressions {

  private final CelEnvironment environment;

  CompiledExpressions(FeatureSet features) {
    this.environment = CelEnvironment.of(features, Mode.NEW_EXPRESSIONS);
  }

  @Override
  public Judgement judge(String expression, Use use, String path) {
    Compilation compilation =
        switch (use) {
          case SELECTOR -> environment.compileSelector(expression);
          case DERIVED_ATTRIBUTE -> environment.compileDerivedAttribute(expression);
        };
    if (compilation instanceof Compilation.Compiled compiled) {
      return new Judgement.Compiles(compiled.estimatedCost());
    }
    Compilation.Rejected rejected = (Compilation.Rejected) compilation;
    return new Judgement.Refused(
        switch (rejected.reason()) {
          case SYNTAX, TYPE, RESULT_TYPE ->
              FieldError.invalid(path, expression, rejected.message());
          case INTERNAL -> FieldError.internal(path, rejected.message());
        });
  }
}
