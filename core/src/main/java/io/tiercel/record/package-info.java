/**
 * Decision records, with the situation, the decision and its reasons, which can be decided again under another policy; and the summary
 * of a stage. Values only; module {@code json} writes and reads them.
 */
@NullMarked
package io.tiercel.record;

import org.jspecify.annotations.NullMarked;
