package io.tiercel.sim.fault;

import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.cluster.Node;
import io.tiercel.sim.engine.Timer;
import io.tiercel.sim.job.RunContext;
import io.tiercel.sim.job.RunningTasks;
import io.tiercel.sim.job.TaskExecution;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/** Makes nodes fail and slow down, and informs the parts of a run in their order. */
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

        /** A lost node answers again. */
        void returned(int node);
    }

    public FaultInjector(
            Disturbances disturbances,
            RunContext context,
            RunningTasks running,
            List<ActiveInterference> interference,
            Losses losses) {
        this.disturbances = disturbances;
        this.context = context;
        this.running = running;
        this.interference = interference;
        this.losses = losses;
    }

    public void begin() {
        for (Fault fault : disturbances.faults()) {
            at(fault.at(), fault.isFailure() ? () -> fail(fault) : () -> slow(fault, true));
            if (!fault.isFailure() && fault.until() != Fault.FOREVER) {
                at(fault.until(), () -> slow(fault, false));
            }
        }
    }

    /** Stops all faults when all jobs have ended, and notices those that are not noticed yet. */
    public void end() {
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
            double factor = 1;
            for (Fault each : here) {
                factor *= each.tier().filter(tier -> tier != device.tier()).isPresent() ? 1 : each.factor();
            }
            device.slowTo(factor);
            what.append(String.format(Locale.ROOT, "%s %s, ", device.tier(), factor));
        }
        double speed = 1;
        for (Fault each : here) {
            speed *= each.computing() ? each.factor() : 1;
        }
        double now = speed;
        context.processors().changeSpeed(fault.node(), now);
        running.on(fault.node()).forEach(task -> task.changeSpeed(now));
        context.journal()
                .nodeSlows(fault.node(), what.append("computing ").append(now).toString());
    }
}
