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

/** Lets nodes fail and be slow, as a scenario says, and tells all that have to do with it in their order. */
public final class FaultInjector {
    private final Faults faults;
    private final RunContext context;
    private final RunningTasks running;
    private final Losses losses;
    private final List<ActiveInterference> disturbances;
    private final List<Timer> timers = new ArrayList<>();
    private final List<Fault> slow = new ArrayList<>();
    /** Nodes that do not answer and will again. */
    private final BitSet comingBack = new BitSet();

    /** Who knows what runs where. */
    public interface Losses {
        /** A node is missed, and with it what ran there. */
        void missed(int node);

        /** It is there again. */
        void returned(int node);
    }

    public FaultInjector(
            Faults faults,
            RunContext context,
            RunningTasks running,
            List<ActiveInterference> disturbances,
            Losses losses) {
        this.faults = faults;
        this.context = context;
        this.running = running;
        this.disturbances = disturbances;
        this.losses = losses;
    }

    public void begin() {
        for (Fault fault : faults.all()) {
            at(fault.at(), fault.isFailure() ? () -> fails(fault) : () -> slows(fault, true));
            if (!fault.isFailure() && fault.until() != Fault.FOREVER) {
                at(fault.until(), () -> slows(fault, false));
            }
        }
    }

    /** All jobs have ended: nothing more goes wrong, and what is not noticed yet is noticed. */
    public void end() {
        timers.forEach(Timer::clear);
        for (Node node : context.cluster().nodes()) {
            if (!node.presence().isThere() && node.presence().isListed()) {
                isMissed(node);
            }
        }
    }

    /** Whether no node that has slots is there, nor will be again. */
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

    private void fails(Fault fault) {
        Node node = context.cluster().node(fault.node());
        context.journal().nodeFails(node.index());
        context.cluster().fails(node.index());
        comingBack.set(node.index(), fault.until() != Fault.FOREVER);
        long noticed = context.engine().now()
                + Math.min(faults.expiry(), Fault.FOREVER - context.engine().now());
        if (fault.until() != Fault.FOREVER) {
            at(fault.until(), () -> returns(node));
        }
        if (noticed < fault.until()) {
            at(noticed, () -> isMissed(node));
        }
        running.on(node.index()).forEach(TaskExecution::stop);
        context.migrations().ifPresent(migrations -> migrations.fails(node.index()));
        context.storage().fails(node.index());
        context.cluster().breakOff(node.index());
    }

    private void isMissed(Node node) {
        context.journal().nodeIsMissed(node.index());
        context.cluster().misses(node.index());
        context.migrations().ifPresent(migrations -> migrations.isMissed(node.index()));
        context.storage().forgetMemory(node.index());
        losses.missed(node.index());
    }

    /** What ran on it when it failed is lost, be it noticed only now. */
    private void returns(Node node) {
        if (node.presence().isListed()) {
            isMissed(node);
        }
        context.cluster().returns(node.index());
        comingBack.clear(node.index());
        context.journal().nodeReturns(node.index());
        context.migrations().ifPresent(migrations -> migrations.returns(node.index()));
        disturbances.forEach(each -> each.returns(node.index()));
        losses.returned(node.index());
    }

    /** Of several that slow one device each takes its part of what the others leave. */
    private void slows(Fault fault, boolean begins) {
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
            device.slowsTo(factor);
            what.append(String.format(Locale.ROOT, "%s %s, ", device.tier(), factor));
        }
        double speed = 1;
        for (Fault each : here) {
            speed *= each.computing() ? each.factor() : 1;
        }
        double now = speed;
        context.processors().speedIs(fault.node(), now);
        running.on(fault.node()).forEach(task -> task.speedIs(now));
        context.journal()
                .nodeSlows(fault.node(), what.append("computing ").append(now).toString());
    }
}
