/** The exact solver of assignments. {@link io.tiercel.assign.matching.MinCostMatching} is its entrance. */
@NullMarked
package io.tiercel.assign.matching;

import org.jspecify.annotations.NullMarked;
