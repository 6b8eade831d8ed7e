package io.github.dratestkit.apiserver.lint;

import java.util.List;

/** One advice: looks at all objects together and says what could be better. */
interface Advice {

  /** Returns the rules that it may find broken. */
  List<LintRule> rules();

  /** Returns what it has to say, in the order of the files. */
  List<LintFinding> about(Inventory inventory);
}
