/** Authentication and permissions of callers. */
@NullMarked
package io.tiercel.coordinator.identity;

import org.jspecify.annotations.NullMarked;
