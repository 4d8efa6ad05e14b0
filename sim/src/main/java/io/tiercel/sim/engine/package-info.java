/**
 * A deterministic discrete-event engine: one clock in nanoseconds, events in the order of their times and of their making,
 * resources that share their bandwidth equally, heartbeats, slots, a log. No threads, no real clock, no randomness.
 */
@NullMarked
package io.tiercel.sim.engine;

import org.jspecify.annotations.NullMarked;
