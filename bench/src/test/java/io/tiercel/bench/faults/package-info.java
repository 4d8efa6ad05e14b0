/** Jobs on a real cluster whose executors, DataNodes or NameNode fail. */
@NullMarked
package io.tiercel.bench.faults;

import org.jspecify.annotations.NullMarked;
