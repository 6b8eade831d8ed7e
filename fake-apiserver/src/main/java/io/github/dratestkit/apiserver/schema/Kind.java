package io.github.dratestkit.apiserver.schema;

/**
 * The forms that a value can take. Those after {@link #MAP} have a JSON and a protobuf form of
 * their own, whatever type they are declared with.
 */
public enum Kind {
  STRING,
  BOOL,
  INT32,
  INT64,
  DOUBLE,
  /** Octets, in JSON as base64. */
  BYTES,
  /** An object with declared fields. */
  OBJECT,
  LIST,
  /** An object whose keys the client chooses. */
  MAP,
  /** Any JSON, such as a cell of a table; has no protobuf form. */
  ANY,
  /** A number with a suffix, in JSON text or number. */
  QUANTITY,
  /** RFC 3339 in whole seconds. */
  TIME,
  /** RFC 3339 with exactly six digits of a second. */
  MICRO_TIME,
  /** The set of fields that a manager owns, as JSON. */
  FIELDS_V1,
  /** Opaque JSON, kept as the client wrote it. */
  RAW_EXTENSION,
  /** Opaque JSON inside of a CustomResourceDefinition. */
  JSON,
  INT_OR_STRING,
  /** A JSON schema or a boolean. */
  SCHEMA_OR_BOOL,
  /** A JSON schema or a list of them. */
  SCHEMA_OR_ARRAY,
  /** A JSON schema or a list of names. */
  SCHEMA_OR_STRING_ARRAY
}
