/**
 * The vocabulary of a cluster with tiered storage: tiers, replicas, blocks, tasks. Immutable values that import nothing
 * but the JDK.
 */
@NullMarked
package io.tiercel.model;

import org.jspecify.annotations.NullMarked;
