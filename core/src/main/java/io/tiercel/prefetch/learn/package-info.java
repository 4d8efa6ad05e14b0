/** Learns from jobs that ended: computing times, and corrections of predictions. */
@NullMarked
package io.tiercel.prefetch.learn;

import org.jspecify.annotations.NullMarked;
