package io.tiercel.sim.job;

import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.engine.Cancellable;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.SharedResource;
import io.tiercel.sim.engine.Transfer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Fetches a reduce's part of the map outputs from all nodes at once. They come from the nodes' page caches, and cost the links alone. A part on a
 * node that fails never comes, and the fetch does not end.
 */
final class ShuffleFetch implements Cancellable {
    private final Runnable done;
    private final List<Transfer> ways = new ArrayList<>();
    private int open = 1;
    private boolean over;

    private ShuffleFetch(Runnable done) {
        this.done = done;
    }

    /** @param parts bytes by node */
    static ShuffleFetch begin(Engine engine, Cluster cluster, int reader, Map<Integer, Long> parts, Runnable done) {
        ShuffleFetch fetch = new ShuffleFetch(done);
        parts.forEach((node, bytes) -> {
            List<SharedResource> links = cluster.links(node, reader);
            if (!cluster.isThere(node)) {
                fetch.open++;
            } else if (!links.isEmpty() && bytes > 0) {
                fetch.open++;
                fetch.ways.add(Transfer.begin(bytes, links, fetch::oneIsThrough));
            }
        });
        engine.after(0, fetch::oneIsThrough);
        return fetch;
    }

    private void oneIsThrough() {
        if (--open == 0 && !over) {
            done.run();
        }
    }

    @Override
    public void cancel() {
        over = true;
        ways.forEach(Transfer::abandon);
    }
}
