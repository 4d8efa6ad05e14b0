/**
 * Decides which task of a Tez vertex gets which container: learns which files tasks read from the events of their root inputs, and asks
 * {@code containers}. The task scheduler itself, in {@code org.apache.tez.dag.app.rm}, carries the answer out.
 */
@NullMarked
package io.tiercel.tez;

import org.jspecify.annotations.NullMarked;
