package io.github.dratestkit.allocator.value;

/**
 * The name of a device attribute or capacity: an identifier inside a domain. A driver may leave its
 * own domain out, so {@code model} and {@code gpu.example.com/model} are the same name in a slice
 * of driver {@code gpu.example.com}.
 *
 * @param domain the DNS subdomain that owns the name, often the driver's
 * @param identifier the C identifier inside that domain
 */
public record QualifiedName(String domain, String identifier) implements Comparable<QualifiedName> {

  /**
   * Returns the name that {@code key} spells in a slice of {@code driver}. Only the first slash
   * counts, as in the CEL environment of Kubernetes; nothing is validated here.
   */
  public static QualifiedName parse(String driver, String key) {
    int slash = key.indexOf('/');
    if (slash < 0) {
      return new QualifiedName(driver, key);
    }
    return new QualifiedName(key.substring(0, slash), key.substring(slash + 1));
  }

  @Override
  public int compareTo(QualifiedName other) {
    int order = domain.compareTo(other.domain);
    return order != 0 ? order : identifier.compareTo(other.identifier);
  }

  @Override
  public String toString() {
    return domain + "/" + identifier;
  }
}
