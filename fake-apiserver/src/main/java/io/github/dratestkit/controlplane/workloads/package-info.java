/**
 * Small versions of the controllers that bring users' workloads to life: Deployment, ReplicaSet,
 * StatefulSet, DaemonSet and Job, and the protection of pod groups.
 */
@NullMarked
package io.github.dratestkit.controlplane.workloads;

import org.jspecify.annotations.NullMarked;
