/**
 * What was known, what was decided and why: decision records that can be decided again under another policy, and the
 * summary of a stage. Values only; the {@code json} module writes and reads them.
 */
@NullMarked
package io.tiercel.record;

import org.jspecify.annotations.NullMarked;
