/**
 * What stands between the policies and an engine that offers slots to a stage: which tasks and slots a round is about, which task waits
 * for a better slot, and who gets what is planned.
 */
@NullMarked
package io.tiercel.stage;

import org.jspecify.annotations.NullMarked;
