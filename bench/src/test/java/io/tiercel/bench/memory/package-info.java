/** Memory as a tier on a real cluster: agents in DataNodes, the coordinator in the NameNode, and jobs that go where their input is. */
@NullMarked
package io.tiercel.bench.memory;

import org.jspecify.annotations.NullMarked;
