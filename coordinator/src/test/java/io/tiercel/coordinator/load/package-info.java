/** What a coordinator costs that many agents and applications talk to. */
@NullMarked
package io.tiercel.coordinator.load;

import org.jspecify.annotations.NullMarked;
