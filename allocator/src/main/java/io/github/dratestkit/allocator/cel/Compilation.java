package io.github.dratestkit.allocator.cel;

/** What became of an expression when it was compiled. */
public sealed interface Compilation {

  /**
   * The expression can be evaluated.
   *
   * @param expression the program
   * @param estimatedCost the worst cost by upstream's static estimate, {@link Long#MAX_VALUE} if it
   *     has no bound; the API server refuses more than {@link CelEnvironment#MAXIMUM_COST}
   * @param type the type that the result has by the type checker
   */
  record Compiled(CelExpression expression, long estimatedCost, ResultType type)
      implements Compilation {}

  /**
   * The expression is refused.
   *
   * @param reason the kind of error
   * @param message the error, with line and column where there is one
   */
  record Rejected(Reason reason, String message) implements Compilation {}

  /** Why an expression is refused. */
  enum Reason {
    /** The parser does not understand it. */
    SYNTAX,
    /** The type checker refuses it. */
    TYPE,
    /** It is a proper expression, but of a type that is of no use here. */
    RESULT_TYPE,
    /** The environment itself fails; the API server answers 500 then. */
    INTERNAL
  }

  /** The type of a result, as far as it matters to selectors and derived attributes. */
  enum ResultType {
    BOOL,
    INT,
    STRING,
    SEMVER,
    LIST,
    /** Known at run time only, as the value of an attribute is. */
    DYNAMIC
  }
}
