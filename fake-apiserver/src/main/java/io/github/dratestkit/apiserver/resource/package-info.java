/**
 * The rules of resource.k8s.io: defaults, validation, ratcheting, conversion between versions,
 * disabled fields and who may write which part of a status.
 *
 * <p>The way in is {@link io.github.dratestkit.apiserver.resource.ResourceStrategies}. Each family
 * of rules is a small class whose methods put what they find into a {@code Findings}. The API
 * checks every object twice, and so do we: by rules written out in code, which see the hub version,
 * and by rules declared beside the fields of each version ({@code DeclaredKinds}). Only the second
 * knows the version of the request, which is why errors of v1beta1 name a mixture of paths.
 */
@NullMarked
package io.github.dratestkit.apiserver.resource;

import org.jspecify.annotations.NullMarked;
