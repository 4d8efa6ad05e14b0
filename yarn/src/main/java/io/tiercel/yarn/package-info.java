/**
 * Containers by cost in YARN's Capacity Scheduler: Trident's algorithm 3, by what applications have said to the coordinator. If anything
 * is missing or wrong, the Capacity Scheduler decides as it does without us.
 */
@NullMarked
package io.tiercel.yarn;

import org.jspecify.annotations.NullMarked;
