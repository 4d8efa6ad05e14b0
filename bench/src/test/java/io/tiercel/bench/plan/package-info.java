/** Measures how long it takes to plan a stage's reads over all devices and slots, and how near the plans are to the best. */
@NullMarked
package io.tiercel.bench.plan;

import org.jspecify.annotations.NullMarked;
