/** The scene {@code contention}: several tasks of a node read at once, and devices are crowded or idle. */
@NullMarked
package io.tiercel.demo.contention;

import org.jspecify.annotations.NullMarked;
