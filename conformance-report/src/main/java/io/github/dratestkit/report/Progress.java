package io.github.dratestkit.report;

/** Who wants to know how a run goes while it goes. */
interface Progress {

  /** Nobody wants to know. */
  Progress SILENT =
      new Progress() {
        @Override
        public void started() {}

        @Override
        public void finished(ScenarioResult scenario) {}
      };

  /** The run begins. */
  void started();

  /** A scenario has ended. */
  void finished(ScenarioResult scenario);
}
