package io.github.dratestkit.drivers.cdi;

/** One device of a specification: the part of its id behind {@code =}, and what it adds. */
public record CdiDevice(String name, ContainerEdits edits) {}
