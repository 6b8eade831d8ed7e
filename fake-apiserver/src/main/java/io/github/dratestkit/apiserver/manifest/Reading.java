package io.github.dratestkit.apiserver.manifest;

import java.util.List;

/**
 * What became of the files of a command line: the objects of those that could be read, and what was
 * wrong with the others.
 */
public record Reading(List<Manifest> manifests, List<ManifestException> problems) {

  /** Keeps what it is given. */
  public Reading {
    manifests = List.copyOf(manifests);
    problems = List.copyOf(problems);
  }
}
