package io.github.dratestkit.allocator.explain;

/** Takes back what a remedy does not need: whole changes first, then strength. */
final class Shortening {

  private final Trial start;
  private final Trials trials;
  private final ChangedTrial changed;

  Shortening(Trial start, Trials trials, ChangedTrial changed) {
    this.start = start;
    this.trials = trials;
    this.changed = changed;
  }

  /**
   * @param enough a remedy that makes the claims fit
   */
  Remedy of(Remedy enough) {
    Remedy shorter = withoutNeedless(enough);
    for (int place = 0; place < shorter.uses().size(); place++) {
      shorter = weakened(shorter, place);
    }
    return withoutNeedless(shorter);
  }

  /** Goes round until every change that is left is needed. */
  private Remedy withoutNeedless(Remedy enough) {
    Remedy needed = enough;
    for (int place = 0; place < needed.uses().size() && needed.uses().size() > 1; ) {
      Remedy fewer = needed.without(place);
      if (fits(fewer)) {
        needed = fewer;
        place = 0;
      } else {
        place++;
      }
    }
    return needed;
  }

  private Remedy weakened(Remedy enough, int place) {
    int low = 0;
    int high = enough.uses().get(place).strength();
    while (low < high) {
      int middle = (low + high) / 2;
      if (fits(enough.with(place, middle))) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return enough.with(place, high);
  }

  private boolean fits(Remedy remedy) {
    return trials.of(remedy.madeTo(start, changed)) == Trials.Fit.YES;
  }
}
