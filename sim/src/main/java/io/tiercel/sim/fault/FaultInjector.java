package io.tiercel.sim.fault;

import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.cluster.Node;
import io.tiercel.sim.engine.Engine.Timer;
import io.tiercel.sim.engine.Transfer;
import io.tiercel.sim.fault.Disturbances.Fault;
import io.tiercel.sim.fault.Disturbances.Interference;
import io.tiercel.sim.job.RunContext;
import io.tiercel.sim.job.RunningTasks;
import io.tiercel.sim.job.TaskExecution;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** Makes nodes fail and slow down and others read from their devices, and informs the parts of a run in their order. */
public final class FaultInjector {
    private final Disturbances disturbances;
    private final RunContext context;
    private final RunningTasks running;
    private final Losses losses;
    private final List<ActiveInterference> interference;
    private final List<Timer> timers = new ArrayList<>();
    private final List<Fault> slow = new ArrayList<>();
    /** Silent nodes that will return. */
    private final BitSet comingBack = new BitSet();

    /** Reacts to nodes that are lost with their tasks. */
    public interface Losses {
        /** A node is lost: its silence has been noticed. */
        void missed(int node);

        void returned(int node);
    }

    public FaultInjector(Disturbances disturbances, RunContext context, RunningTasks running, Losses losses) {
        this.disturbances = disturbances;
        this.context = context;
        this.running = running;
        this.interference = disturbances.interference().stream()
                .map(ActiveInterference::new)
                .toList();
        this.losses = losses;
    }

    public void begin() {
        interference.forEach(ActiveInterference::begin);
        for (Fault fault : disturbances.faults()) {
            at(fault.at(), fault.isFailure() ? () -> fail(fault) : () -> slow(fault, true));
            if (!fault.isFailure() && fault.until() != Fault.FOREVER) {
                at(fault.until(), () -> slow(fault, false));
            }
        }
    }

    /** Stops all disturbances when all jobs have ended, and notices faults that are not noticed yet. */
    public void end() {
        interference.forEach(ActiveInterference::end);
        timers.forEach(Timer::clear);
        for (Node node : context.cluster().nodes()) {
            if (!node.presence().isThere() && node.presence().isListed()) {
                lose(node);
            }
        }
    }

    /** Whether no node with slots is left, and none will return. */
    public boolean isHopeless() {
        return context.cluster().nodes().stream()
                .allMatch(node ->
                        node.slots().count() == 0 || !node.presence().isListed() && !comingBack.get(node.index()));
    }

    private void at(long time, Runnable what) {
        Timer timer = context.engine().timer(what);
        timer.set(time);
        timers.add(timer);
    }

    private void fail(Fault fault) {
        Node node = context.cluster().node(fault.node());
        context.journal().nodeFails(node.index());
        context.cluster().fail(node.index());
        comingBack.set(node.index(), fault.until() != Fault.FOREVER);
        long noticed = context.engine().now()
                + Math.min(
                        disturbances.expiry(), Fault.FOREVER - context.engine().now());
        if (fault.until() != Fault.FOREVER) {
            at(fault.until(), () -> restore(node));
        }
        if (noticed < fault.until()) {
            at(noticed, () -> lose(node));
        }
        running.on(node.index()).forEach(TaskExecution::stop);
        context.migrations().ifPresent(migrations -> migrations.nodeFailed(node.index()));
        context.storage().dropWritesTo(node.index());
        context.cluster().breakOff(node.index());
    }

    private void lose(Node node) {
        context.journal().nodeIsMissed(node.index());
        context.cluster().markLost(node.index());
        context.migrations().ifPresent(migrations -> migrations.nodeLost(node.index()));
        context.storage().forgetMemory(node.index());
        losses.missed(node.index());
    }

    /** A node that returns before its loss was noticed has lost its tasks too. */
    private void restore(Node node) {
        if (node.presence().isListed()) {
            lose(node);
        }
        context.cluster().restore(node.index());
        comingBack.clear(node.index());
        context.journal().nodeReturns(node.index());
        context.migrations().ifPresent(migrations -> migrations.nodeReturned(node.index()));
        interference.forEach(each -> each.nodeReturned(node.index()));
        losses.returned(node.index());
    }

    /** Several faults of one device multiply. */
    private void slow(Fault fault, boolean begins) {
        if (begins) {
            slow.add(fault);
        } else {
            slow.remove(fault);
        }
        List<Fault> here =
                slow.stream().filter(each -> each.node() == fault.node()).toList();
        StringBuilder what = new StringBuilder();
        for (Device device : context.cluster().node(fault.node()).devices()) {
            double factor = factor(
                    here,
                    each -> each.tier().filter(tier -> tier != device.tier()).isEmpty());
            device.slowTo(factor);
            what.append(String.format(Locale.ROOT, "%s %s, ", device.tier(), factor));
        }
        double speed = factor(here, Fault::computing);
        context.processors().changeSpeed(fault.node(), speed);
        running.on(fault.node()).forEach(task -> task.changeSpeed(speed));
        context.journal()
                .nodeSlows(fault.node(), what.append("computing ").append(speed).toString());
    }

    private static double factor(List<Fault> faults, Predicate<Fault> which) {
        return faults.stream().filter(which).mapToDouble(Fault::factor).reduce(1, (one, other) -> one * other);
    }

    /** The readers of an {@link Interference} during a run. */
    private final class ActiveInterference {
        /** More than any device reads in a run, and few enough for nanoseconds. */
        private static final long ENDLESS = 1L << 50;

        private final Interference what;
        private final Device device;
        private final List<Transfer> reads = new ArrayList<>();
        private final Timer turn;

        ActiveInterference(Interference what) {
            this.what = what;
            this.device = context.cluster()
                    .node(what.node())
                    .roomiest(what.tier())
                    .orElseThrow(() -> new IllegalArgumentException("interference: expected a device of tier "
                            + what.tier() + " on node " + what.node() + ", got none"));
            this.turn = context.engine().timer(this::turns);
        }

        void begin() {
            if (what.pausesFirst()) {
                setTurn();
            } else {
                turns();
            }
        }

        /** Stops the readers at the end of the run: nobody else would. */
        void end() {
            turn.clear();
            stop();
        }

        private void turns() {
            if (reads.isEmpty() && context.cluster().isThere(what.node())) {
                begins();
            } else {
                stop();
            }
            if (what.period() > 0) {
                setTurn();
            }
        }

        private void setTurn() {
            turn.set(context.engine().now() + what.period());
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
}
