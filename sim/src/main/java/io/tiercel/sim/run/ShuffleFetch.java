package io.tiercel.sim.run;

import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.SharedResource;
import io.tiercel.sim.engine.Transfer;
import java.util.List;
import java.util.Map;

/**
 * A reduce fetches its part of what the maps have left on each node, from all nodes at once. It comes from the nodes' page caches, where it has
 * been written a moment ago, and costs the links alone.
 */
final class ShuffleFetch {
    private final Runnable done;
    private int open = 1;

    private ShuffleFetch(Runnable done) {
        this.done = done;
    }

    /** @param parts bytes by node */
    static void begin(Engine engine, Cluster cluster, int reader, Map<Integer, Long> parts, Runnable done) {
        ShuffleFetch fetch = new ShuffleFetch(done);
        parts.forEach((node, bytes) -> {
            List<SharedResource> links = cluster.links(node, reader);
            if (!links.isEmpty() && bytes > 0) {
                fetch.open++;
                Transfer.begin(bytes, links, fetch::oneIsThrough);
            }
        });
        engine.after(0, fetch::oneIsThrough);
    }

    private void oneIsThrough() {
        if (--open == 0) {
            done.run();
        }
    }
}
