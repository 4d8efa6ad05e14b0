/** Who makes a call, and what it may do. */
@NullMarked
package io.tiercel.coordinator.identity;

import org.jspecify.annotations.NullMarked;
