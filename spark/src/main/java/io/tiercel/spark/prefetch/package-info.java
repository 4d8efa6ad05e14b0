/**
 * Plans, when a stage is submitted, which blocks of its input to bring into memory, has the coordinator do so, and learns from what
 * comes of it. All of it runs on a thread of its own; the scheduler only says what happens.
 */
@NullMarked
package io.tiercel.spark.prefetch;

import org.jspecify.annotations.NullMarked;
