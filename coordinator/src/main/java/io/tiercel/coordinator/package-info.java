/** The coordinator: takes hints, has agents migrate blocks, and tells who is interested what is in memory where. */
@NullMarked
package io.tiercel.coordinator;

import org.jspecify.annotations.NullMarked;
