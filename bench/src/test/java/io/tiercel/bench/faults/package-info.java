/** What a job goes through on a real cluster: executors, DataNodes and the NameNode fail under it. */
@NullMarked
package io.tiercel.bench.faults;

import org.jspecify.annotations.NullMarked;
