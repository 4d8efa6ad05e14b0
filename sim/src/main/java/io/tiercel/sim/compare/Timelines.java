package io.tiercel.sim.compare;

import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.DeviceSpec;
import io.tiercel.sim.cluster.NodeSpec;
import io.tiercel.sim.engine.SharedResource;
import io.tiercel.sim.engine.TransferListener;
import io.tiercel.sim.job.RunListener;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Use of slots, devices and migrations over a run: of the whole cluster, and of some nodes, evenly spread. A day of thousands of nodes takes as much
 * memory as a minute of ten.
 */
public final class Timelines implements RunListener, TransferListener {
    private static final int MOST_NODES = 6;

    private final String name;
    private final int nodes;
    private final UtilisationSeries allSlots;
    private final UtilisationSeries allMigrations;
    /** The nodes that are shown. */
    private final Map<Integer, NodeSeries> shown = new LinkedHashMap<>();

    private final Map<String, UtilisationSeries> devices = new HashMap<>();
    private long end;

    /** What a lane shows. */
    public enum Kind {
        SLOTS,
        MIGRATIONS,
        DEVICE,
        AWAY
    }

    /** @param shares in use over each step, 0 to 1 */
    public record Lane(String name, Kind kind, List<Double> shares) {}

    private static final class NodeSeries {
        private final UtilisationSeries slots;
        private final UtilisationSeries migrations = new UtilisationSeries(1);
        private final UtilisationSeries away = new UtilisationSeries(1);
        private final Map<String, UtilisationSeries> devices = new LinkedHashMap<>();
        private boolean wasAway;

        private NodeSeries(int slots) {
            this.slots = new UtilisationSeries(slots);
        }
    }

    /** @param name of the run's policy */
    public Timelines(String name, ClusterSpec cluster) {
        this.name = name;
        List<NodeSpec> specs =
                cluster.racks().stream().flatMap(rack -> rack.nodes().stream()).toList();
        this.nodes = specs.size();
        this.allSlots = new UtilisationSeries(cluster.slots());
        this.allMigrations = new UtilisationSeries(nodes);
        for (int i = 0; i < Math.min(MOST_NODES, nodes); i++) {
            int node = (int) ((long) i * nodes / Math.min(MOST_NODES, nodes));
            NodeSpec spec = specs.get(node);
            NodeSeries series = new NodeSeries(spec.slots());
            for (int d = 0; d < spec.devices().size(); d++) {
                DeviceSpec device = spec.devices().get(d);
                UtilisationSeries use = new UtilisationSeries(1);
                series.devices.put(device.tier().name().toLowerCase(Locale.ROOT) + " " + d, use);
                devices.put(resource(node, device.tier(), d), use);
            }
            shown.put(node, series);
        }
    }

    /** As the cluster names it. */
    private static String resource(int node, Tier tier, int device) {
        return "node " + node + " " + tier + " " + device;
    }

    @Override
    public void taskStarts(long time, int node) {
        slots(time, node, 1);
    }

    @Override
    public void taskEnds(long time, int node) {
        slots(time, node, -1);
    }

    private void slots(long time, int node, int more) {
        change(allSlots, time, more);
        NodeSeries series = shown.get(node);
        if (series != null) {
            series.slots.change(time, more);
        }
    }

    @Override
    public void migrationBegins(long time, int node) {
        migrations(time, node, 1);
    }

    @Override
    public void migrationEnds(long time, int node) {
        migrations(time, node, -1);
    }

    private void migrations(long time, int node, int more) {
        change(allMigrations, time, more);
        NodeSeries series = shown.get(node);
        if (series != null) {
            series.migrations.change(time, more);
        }
    }

    @Override
    public void nodeFails(long time, int node) {
        away(time, node, 1);
    }

    @Override
    public void nodeReturns(long time, int node) {
        away(time, node, -1);
    }

    private void away(long time, int node, int more) {
        NodeSeries series = shown.get(node);
        if (series != null) {
            series.wasAway = true;
            change(series.away, time, more);
        }
    }

    @Override
    public TransferListener transfers() {
        return this;
    }

    @Override
    public void begun(SharedResource resource, long time) {
        transfer(resource, time, 1);
    }

    @Override
    public void ended(SharedResource resource, long time, double bytes) {
        transfer(resource, time, -1);
    }

    private void transfer(SharedResource resource, long time, int more) {
        UtilisationSeries device = devices.get(resource.name());
        if (device != null) {
            change(device, time, more);
        }
    }

    private void change(UtilisationSeries series, long time, int more) {
        end = Math.max(end, time);
        series.change(time, more);
    }

    public String name() {
        return name;
    }

    /** How many nodes the cluster has. */
    public int nodes() {
        return nodes;
    }

    public int shownNodes() {
        return shown.size();
    }

    public double endSeconds() {
        return end / 1e9;
    }

    /** Seconds over which each share of a lane is a mean. */
    public double stepSeconds() {
        allSlots.shares(end);
        return allSlots.interval() / 1e9;
    }

    /** The lanes, top to bottom: of the cluster, then of each node that is shown. */
    public List<Lane> lanes() {
        List<Lane> lanes = new ArrayList<>();
        lanes.add(lane("all slots", Kind.SLOTS, allSlots));
        lanes.add(lane("all migrations", Kind.MIGRATIONS, allMigrations));
        shown.forEach((node, series) -> {
            lanes.add(lane("node " + node + ": slots", Kind.SLOTS, series.slots));
            if (series.wasAway) {
                lanes.add(lane("away", Kind.AWAY, series.away));
            }
            series.devices.forEach((device, use) -> lanes.add(lane(device, Kind.DEVICE, use)));
            lanes.add(lane("migrations", Kind.MIGRATIONS, series.migrations));
        });
        return lanes;
    }

    private Lane lane(String label, Kind kind, UtilisationSeries series) {
        List<Double> shares = new ArrayList<>();
        for (double share : series.shares(end)) {
            shares.add(share);
        }
        return new Lane(label, kind, shares);
    }
}
