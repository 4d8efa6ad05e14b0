package io.tiercel.sim.fault;

import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.Timer;
import io.tiercel.sim.engine.Transfer;
import java.util.ArrayList;
import java.util.List;

/** The readers of an {@link Interference} during a run. */
public final class ActiveInterference {
    /** More than any device reads in a run, and few enough for nanoseconds. */
    private static final long ENDLESS = 1L << 50;

    private final Engine engine;
    private final Cluster cluster;
    private final Interference what;
    private final Device device;
    private final List<Transfer> reads = new ArrayList<>();
    private final Timer turn;

    public ActiveInterference(Engine engine, Cluster cluster, Interference what) {
        this.engine = engine;
        this.cluster = cluster;
        this.what = what;
        this.device = cluster.node(what.node())
                .roomiest(what.tier())
                .orElseThrow(() -> new IllegalArgumentException("interference: expected a device of tier " + what.tier()
                        + " on node " + what.node() + ", got none"));
        this.turn = engine.timer(this::turns);
    }

    public void begin() {
        if (what.pausesFirst()) {
            turn.set(engine.now() + what.period());
        } else {
            turns();
        }
    }

    /** Stops the readers at the end of the run: nobody else would. */
    public void end() {
        turn.clear();
        stop();
    }

    private void turns() {
        if (reads.isEmpty() && cluster.isThere(what.node())) {
            begins();
        } else {
            stop();
        }
        if (what.period() > 0) {
            turn.set(engine.now() + what.period());
        }
    }

    /** Starts the readers again when their node returns, unless they pause. */
    void nodeReturned(int node) {
        if (node == what.node() && (what.period() == 0 || !reads.isEmpty())) {
            stop();
            begins();
        }
    }

    private void begins() {
        for (int i = 0; i < what.streams(); i++) {
            reads.add(Transfer.begin(ENDLESS, List.of(device.bandwidth()), () -> {}));
        }
    }

    private void stop() {
        reads.forEach(Transfer::abandon);
        reads.clear();
    }
}
