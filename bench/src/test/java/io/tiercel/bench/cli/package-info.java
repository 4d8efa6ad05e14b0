/** Commands that hand Spark's jar on: here, so that {@code cli} need not wait for it. */
@NullMarked
package io.tiercel.bench.cli;

import org.jspecify.annotations.NullMarked;
