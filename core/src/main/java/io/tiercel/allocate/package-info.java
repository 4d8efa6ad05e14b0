/**
 * Containers by cost for resource managers that see aggregated requests, not tasks: preference maps and Trident's algorithm 3
 * (section 3). Costs are in the units of {@link io.tiercel.allocate.PreferenceMap}.
 */
@NullMarked
package io.tiercel.allocate;

import org.jspecify.annotations.NullMarked;
