/**
 * Containers by cost for resource managers that see aggregated requests, not tasks: preference maps and Trident's algorithm 3
 * (section 3). Costs are scores of tiers.
 */
@NullMarked
package io.tiercel.allocate;

import org.jspecify.annotations.NullMarked;
