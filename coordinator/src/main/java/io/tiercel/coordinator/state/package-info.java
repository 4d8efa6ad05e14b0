/** All that a coordinator knows, soft state only: jobs, blocks, agents, interest. Nothing here waits for anything but one lock. */
@NullMarked
package io.tiercel.coordinator.state;

import org.jspecify.annotations.NullMarked;
