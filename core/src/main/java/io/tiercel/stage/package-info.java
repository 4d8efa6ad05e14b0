/**
 * The rounds of one stage, between a policy and an engine that offers slots: which tasks and slots matter to a round, which task waits
 * for a better slot, and which task gets which slot.
 */
@NullMarked
package io.tiercel.stage;

import org.jspecify.annotations.NullMarked;
