package io.github.dratestkit.apiserver.status;

/**
 * One thing that is wrong with one field; becomes a cause of a {@code Status}.
 *
 * @param type the kind of fault, which gives the cause its reason
 * @param field the path, such as {@code spec.devices.requests[0].name}
 * @param message what a person reads after the path, such as {@code Required value: ...}
 */
public record FieldError(Type type, String field, String message) {

  /** The kinds of faults, with the reasons of apimachinery's {@code field.ErrorType}. */
  public enum Type {
    REQUIRED("FieldValueRequired", "Required value"),
    INVALID("FieldValueInvalid", "Invalid value"),
    DUPLICATE("FieldValueDuplicate", "Duplicate value"),
    NOT_SUPPORTED("FieldValueNotSupported", "Unsupported value"),
    FORBIDDEN("FieldValueForbidden", "Forbidden"),
    TOO_LONG("FieldValueTooLong", "Too long"),
    TOO_MANY("FieldValueTooMany", "Too many"),
    NOT_FOUND("FieldValueNotFound", "Not found"),
    TYPE_INVALID("FieldValueTypeInvalid", "Invalid value"),
    INTERNAL("InternalError", "Internal error");

    private final String reason;
    private final String prefix;

    Type(String reason, String prefix) {
      this.reason = reason;
      this.prefix = prefix;
    }

    /** Returns the reason of the cause. */
    public String reason() {
      return reason;
    }
  }

  /** A required field is missing. */
  public static FieldError required(String field, String detail) {
    return withDetail(Type.REQUIRED, field, detail);
  }

  /** A value breaks a rule; {@code value} is shown as the API shows it. */
  public static FieldError invalid(String field, Object value, String detail) {
    return withValue(Type.INVALID, field, value, detail);
  }

  /** A value that must be unique came before. */
  public static FieldError duplicate(String field, Object value) {
    return withValue(Type.DUPLICATE, field, value, "");
  }

  /** A value is none of the supported ones, which {@code supported} lists. */
  public static FieldError notSupported(
      String field, Object value, java.util.Collection<String> supported) {
    return withValue(
        Type.NOT_SUPPORTED,
        field,
        value,
        supported.isEmpty()
            ? ""
            : supported.stream()
                .map(FieldError::quoted)
                .collect(java.util.stream.Collectors.joining(", ", "supported values: ", "")));
  }

  /** A field must not be set here. */
  public static FieldError forbidden(String field, String detail) {
    return withDetail(Type.FORBIDDEN, field, detail);
  }

  /** A text is longer than {@code limit} bytes. */
  public static FieldError tooLong(String field, int limit) {
    return withDetail(Type.TOO_LONG, field, "may not be more than " + limit + " bytes");
  }

  /** A list has more than {@code limit} items. */
  public static FieldError tooMany(String field, int actual, int limit) {
    return withDetail(
        Type.TOO_MANY, field, actual + ": must have at most " + limit + " item" + plural(limit));
  }

  /** A value refers to something that is not there. */
  public static FieldError notFound(String field, Object value) {
    return withValue(Type.NOT_FOUND, field, value, "");
  }

  /** A value has the wrong type. */
  public static FieldError typeInvalid(String field, Object value, String detail) {
    return withValue(Type.TYPE_INVALID, field, value, detail);
  }

  /** A rule could not be checked. */
  public static FieldError internal(String field, String detail) {
    return withDetail(Type.INTERNAL, field, detail);
  }

  /** Returns path and message as one line. */
  public String text() {
    return field.isEmpty() ? message : field + ": " + message;
  }

  private static FieldError withDetail(Type type, String field, String detail) {
    return new FieldError(
        type, field, detail.isEmpty() ? type.prefix : type.prefix + ": " + detail);
  }

  private static FieldError withValue(Type type, String field, Object value, String detail) {
    String shown = value instanceof CharSequence text ? quoted(text.toString()) : value.toString();
    return withDetail(type, field, detail.isEmpty() ? shown : shown + ": " + detail);
  }

  private static String quoted(String text) {
    return '"'
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\t", "\\t")
        + '"';
  }

  private static String plural(int number) {
    return number == 1 ? "" : "s";
  }
}
