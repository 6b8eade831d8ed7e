package io.github.dratestkit.allocator;

import java.util.List;
import java.util.Optional;

/**
 * Why an attempt ended as it did: one sentence, and below it the sentences that make it true. The
 * order is stable, so that the same attempt always reads the same.
 *
 * @param subject what the sentence is about, such as {@code claim team-a/training}, {@code request
 *     gpu} or {@code device gpu.example.com/node-1/gpu-0}
 * @param verdict what became of it
 * @param reason the sentence a person reads, without a final full stop
 * @param because the parts that explain it, in the order they were decided
 * @param diagnosis what is wrong and what would help, at the top of an attempt that did not fit
 */
public record Explanation(
    String subject,
    Verdict verdict,
    String reason,
    List<Explanation> because,
    Optional<Diagnosis> diagnosis) {

  /** What became of a subject. */
  public enum Verdict {
    CHOSEN,
    REFUSED,
    NOT_TRIED
  }

  public Explanation {
    because = List.copyOf(because);
  }

  /** Creates a part of an explanation. */
  public Explanation(String subject, Verdict verdict, String reason, List<Explanation> because) {
    this(subject, verdict, reason, because, Optional.empty());
  }

  /** Returns a sentence that nothing further explains. */
  public static Explanation of(String subject, Verdict verdict, String reason) {
    return new Explanation(subject, verdict, reason, List.of());
  }
}
