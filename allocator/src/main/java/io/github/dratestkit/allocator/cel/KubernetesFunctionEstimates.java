package io.github.dratestkit.allocator.cel;

import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What calls of Kubernetes' functions cost at most ({@code EstimateCallCost} in {@code
 * apiserver/pkg/cel/library/cost.go}, 1.37). They go by name, so that string functions with the
 * same name are meant too.
 */
final class KubernetesFunctionEstimates {

  private static final double TRAVERSAL = Sizes.TRAVERSAL;
  private static final Range ADDRESS_BYTES = new Range(4, 16);
  private static final long FORMAT_SIZE = 64;
  private static final double FORMAT_REGEX = 128 * Sizes.REGEX;

  private KubernetesFunctionEstimates() {}

  /** Returns the estimate, or null if the function is none of Kubernetes' own. */
  static @Nullable CallEstimate of(
      String function,
      String overload,
      @Nullable EstimatedNode target,
      List<EstimatedNode> arguments) {
    return switch (function) {
      case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf", "includes" ->
          target == null ? null : search(function, target);
      case "url" -> arguments.size() == 1 ? scan(arguments.get(0)) : null;
      case "lowerAscii", "upperAscii", "substring", "trim" -> target == null ? null : scan(target);
      case "replace" -> target != null && arguments.size() >= 2 ? replace(target, arguments) : null;
      case "split" -> target == null ? null : split(target, arguments);
      case "join" -> target == null ? null : join(target, arguments);
      case "find", "findAll" ->
          target != null && !arguments.isEmpty() ? find(target, arguments.get(0)) : null;
      case "cidr", "isIP", "isCIDR", "quantity", "isQuantity", "semver", "isSemver" ->
          first(arguments, TRAVERSAL);
      case "ip" -> overload.equals("cidr_ip") ? CallEstimate.ONE : first(arguments, TRAVERSAL);
      case "ip.isCanonical" -> first(arguments, 2 * TRAVERSAL);
      case "containsIP", "containsCIDR" ->
          arguments.isEmpty() ? null : contains(function, overload, arguments.get(0));
      case "validate" -> arguments.isEmpty() ? null : validate(arguments.get(0));
      case "masked",
          "prefixLength",
          "family",
          "isUnspecified",
          "isLoopback",
          "isLinkLocalMulticast",
          "isLinkLocalUnicast",
          "isGlobalUnicast",
          "format.named",
          "sign",
          "asInteger",
          "isInteger",
          "asApproximateFloat",
          "isGreaterThan",
          "isLessThan",
          "compareTo",
          "add",
          "sub",
          "major",
          "minor",
          "patch",
          "getScheme",
          "getHostname",
          "getHost",
          "getPort",
          "getEscapedPath",
          "getQuery" ->
          CallEstimate.ONE;
      case "_==_" -> arguments.size() == 2 ? equality(arguments) : null;
      default -> null;
    };
  }

  private static CallEstimate search(String function, EstimatedNode target) {
    EstimatedNode element = target.element();
    if (element == null) {
      Range size = target.size();
      return CallEstimate.of(
          function.equals("includes") ? size.times(Range.ONE) : size.times(TRAVERSAL));
    }
    Range each = Range.ONE;
    CelKind kind = element.type().kind();
    if (kind == CelKind.STRING || kind == CelKind.BYTES) {
      each = each.plus(element.size().times(TRAVERSAL));
    }
    return CallEstimate.of(target.size().times(each));
  }

  private static CallEstimate scan(EstimatedNode text) {
    return new CallEstimate(text.size().times(TRAVERSAL), text.size());
  }

  private static @Nullable CallEstimate first(List<EstimatedNode> arguments, double price) {
    return arguments.isEmpty() ? null : CallEstimate.of(arguments.get(0).size().times(price));
  }

  private static CallEstimate replace(EstimatedNode target, List<EstimatedNode> arguments) {
    Range size = target.size();
    Range old = arguments.get(0).size();
    Range replacement = arguments.get(1).size();
    long mostCount;
    long mostKept = 0;
    if (old.min() == 0) {
      // The empty text stands before, after and between all characters.
      mostCount = Range.sum(size.max(), 1);
      mostKept = size.max();
    } else if (Long.compareUnsigned(replacement.max(), old.min()) <= 0) {
      mostCount = 0;
      mostKept = size.max();
    } else {
      mostCount = quotient(size.max(), old.min());
    }
    long leastCount;
    long leastKept = 0;
    if (old.max() == 0) {
      leastCount = Range.sum(size.min(), 1);
      leastKept = size.min();
    } else if (Long.compareUnsigned(old.max(), replacement.min()) <= 0) {
      leastCount = 0;
      leastKept = size.min();
    } else {
      leastCount = quotient(size.min(), old.max());
    }
    Range result =
        new Range(leastCount, mostCount).times(replacement).plus(new Range(leastKept, mostKept));
    return new CallEstimate(size.times(2 * TRAVERSAL), result);
  }

  private static long quotient(long dividend, long divisor) {
    return Range.fixed(dividend).times(1 / Range.toDouble(divisor)).max();
  }

  private static CallEstimate split(EstimatedNode target, List<EstimatedNode> arguments) {
    Range size = target.size();
    long most = arguments.size() > 1 ? arguments.get(1).rawLiteral(size.max()) : size.max();
    return new CallEstimate(size.times(2 * TRAVERSAL), new Range(0, most));
  }

  private static CallEstimate join(EstimatedNode target, List<EstimatedNode> arguments) {
    Range list = target.size();
    Range result = Range.ZERO;
    EstimatedNode element = target.element();
    if (element != null) {
      result = list.times(element.size());
    }
    if (!arguments.isEmpty()) {
      Range separators =
          new Range(list.min() == 0 ? 0 : list.min() - 1, list.max() == 0 ? 0 : list.max() - 1);
      result = result.plus(arguments.get(0).size().times(separators));
    }
    return new CallEstimate(result.times(TRAVERSAL), result);
  }

  private static CallEstimate find(EstimatedNode target, EstimatedNode regex) {
    Range size = target.size();
    Range text = size.plus(Range.ONE).times(TRAVERSAL);
    return new CallEstimate(text.times(regex.size().times(Sizes.REGEX)), new Range(0, size.max()));
  }

  private static CallEstimate contains(String function, String overload, EstimatedNode argument) {
    Range cost = ADDRESS_BYTES.plus(ADDRESS_BYTES).times(TRAVERSAL);
    if (function.equals("containsCIDR")) {
      cost = cost.plus(ADDRESS_BYTES.times(TRAVERSAL)).plus(Range.ONE);
    }
    if (overload.endsWith("_string")) {
      cost = cost.plus(argument.size().times(TRAVERSAL));
    }
    return CallEstimate.of(cost);
  }

  private static CallEstimate validate(EstimatedNode text) {
    return CallEstimate.of(text.size().times(TRAVERSAL).times(FORMAT_REGEX));
  }

  private static @Nullable CallEstimate equality(List<EstimatedNode> arguments) {
    CelType type = arguments.get(0).type();
    if (!type.equals(arguments.get(1).type())) {
      return null;
    }
    return switch (type.name()) {
      case "net.IP", "net.CIDR", "kubernetes.Quantity", "kubernetes.Semver" -> CallEstimate.ONE;
      case "kubernetes.NamedFormat" -> CallEstimate.of(new Range(1, FORMAT_SIZE).times(TRAVERSAL));
      case "kubernetes.URL" -> {
        Range right = arguments.get(1).computed();
        long most = right == null ? 1 : right.max();
        yield CallEstimate.of(new Range(1, most).times(TRAVERSAL));
      }
      default -> null;
    };
  }
}
