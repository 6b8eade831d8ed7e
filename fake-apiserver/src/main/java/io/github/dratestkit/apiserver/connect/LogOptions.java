package io.github.dratestkit.apiserver.connect;

import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.connect.ContainerLogs.Line;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.status.FieldError;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a question for a log asks for (ValidatePodLogOptions, pkg/apis/core/validation, 1.37).
 *
 * @param since the time from which on lines are wanted
 */
record LogOptions(
    String container,
    boolean follow,
    boolean previous,
    boolean timestamps,
    Optional<Instant> since,
    Optional<Long> tailLines,
    Optional<Long> limitBytes) {

  private static final GroupVersionKind KIND = new GroupVersionKind("", "v1", "PodLogOptions");

  /**
   * Reads them off a request.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 400 or 422 if they make no sense
   */
  static LogOptions of(ApiRequest request, String pod, Instant now) {
    Optional<Long> tail = number(request, "tailLines");
    Optional<Long> bytes = number(request, "limitBytes");
    Optional<Long> seconds = number(request, "sinceSeconds");
    Optional<String> time = request.parameter("sinceTime").filter(text -> !text.isEmpty());
    List<FieldError> errors = new ArrayList<>();
    if (tail.filter(lines -> lines < 0).isPresent()) {
      errors.add(FieldError.invalid("tailLines", tail.get(), "must be greater than or equal to 0"));
    }
    if (bytes.filter(limit -> limit < 1).isPresent()) {
      errors.add(FieldError.invalid("limitBytes", bytes.get(), "must be greater than 0"));
    }
    if (seconds.isPresent() && time.isPresent()) {
      errors.add(FieldError.forbidden("[]", "sinceTime or sinceSeconds, not both"));
    } else if (seconds.filter(ago -> ago < 1).isPresent()) {
      errors.add(FieldError.invalid("sinceSeconds", seconds.get(), "must be greater than 0"));
    }
    if (request.parameter("stream").filter(text -> !text.isEmpty()).isPresent()) {
      errors.add(FieldError.forbidden("stream", "may not be specified"));
    }
    if (!errors.isEmpty()) {
      throw StatusErrors.invalid(KIND, pod, errors);
    }
    return new LogOptions(
        request.parameter("container").orElse(""),
        flag(request, "follow"),
        flag(request, "previous"),
        flag(request, "timestamps"),
        seconds.map(now::minusSeconds).or(() -> time.map(LogOptions::instant)),
        tail,
        bytes);
  }

  /** Returns those of the lines that there are which are asked for. */
  List<Line> choose(List<Line> lines) {
    List<Line> chosen =
        lines.stream()
            .filter(line -> since.isEmpty() || !line.time().isBefore(since.get()))
            .toList();
    int skipped = tailLines.map(count -> (int) Math.max(0, chosen.size() - count)).orElse(0);
    return chosen.subList(skipped, chosen.size());
  }

  /** Returns a line as it is sent. */
  String text(Line line) {
    return (timestamps ? line.time() + " " : "") + line.text() + "\n";
  }

  private static Optional<Long> number(ApiRequest request, String name) {
    return request.parameter(name).filter(text -> !text.isEmpty()).map(LogOptions::number);
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException wrong) {
      throw StatusErrors.badRequest("strconv.ParseInt: parsing \"" + text + "\": invalid syntax");
    }
  }

  // Any word but these three is yes, even none.
  private static boolean flag(ApiRequest request, String name) {
    return request
        .parameter(name)
        .filter(text -> !text.equalsIgnoreCase("false") && !text.equals("0"))
        .isPresent();
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException wrong) {
      throw StatusErrors.badRequest("sinceTime \"" + text + "\" is no RFC 3339 time");
    }
  }
}
