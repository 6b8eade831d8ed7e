package io.github.dratestkit.features.target;

/** What a scenario may need and not every target can do. */
public enum Ability {
  /** Time stands still and moves when a step moves it. */
  VIRTUAL_TIME("move time"),
  /** A loop of the control plane can be stopped and started again. */
  RESTART_CONTROL_PLANE("restart the control plane"),
  /** Feature gates can be switched while objects are stored, as by an upgrade. */
  SWITCH_GATES("switch feature gates"),
  /** Our scheduler decides, so its explanation can be read. */
  EXPLANATION("explain a decision");

  private final String description;

  Ability(String description) {
    this.description = description;
  }

  /** Returns the ability in words. */
  public String description() {
    return description;
  }
}
