/** What planning a stage's reads over all devices and slots costs, and how near the plans are to the best. */
@NullMarked
package io.tiercel.bench.plan;

import org.jspecify.annotations.NullMarked;
