package io.tiercel.sim.compare;

import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.ClusterSpec.NodeSpec;
import io.tiercel.sim.engine.SharedResource;
import io.tiercel.sim.engine.SharedResource.TransferListener;
import io.tiercel.sim.job.RunListener;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;

/**
 * Use of slots, devices and migrations over a run: of the whole cluster, and of some nodes, evenly spread. A day of thousands of nodes takes as much
 * memory as a minute of ten.
 */
public final class Timelines implements RunListener, TransferListener {
    private static final int MOST_NODES = 6;

    /** The key of a series of the whole cluster. */
    private static final int ALL = -1;

    private final String name;
    private final int nodes;
    /** By node, for those that are shown and for {@link #ALL}. */
    private final Map<Integer, UtilisationSeries> slots = new LinkedHashMap<>();

    private final Map<Integer, UtilisationSeries> migrations = new HashMap<>();
    private final Map<Integer, UtilisationSeries> away = new HashMap<>();
    /** By node and label, and by the name that the cluster gives them. */
    private final Map<Integer, Map<String, UtilisationSeries>> devicesOf = new HashMap<>();

    private final Map<String, UtilisationSeries> devices = new HashMap<>();
    private final Set<Integer> wereAway = new HashSet<>();
    private long end;

    public enum Kind {
        SLOTS,
        MIGRATIONS,
        DEVICE,
        AWAY
    }

    /** @param shares in use over each step, 0 to 1 */
    public record Lane(String name, Kind kind, List<Double> shares) {}

    /** @param name of the run's policy */
    public Timelines(String name, ClusterSpec cluster) {
        this.name = name;
        List<NodeSpec> specs = cluster.nodeSpecs();
        this.nodes = specs.size();
        slots.put(ALL, new UtilisationSeries(cluster.slots()));
        migrations.put(ALL, new UtilisationSeries(nodes));
        for (int i = 0; i < Math.min(MOST_NODES, nodes); i++) {
            int node = (int) ((long) i * nodes / Math.min(MOST_NODES, nodes));
            NodeSpec spec = specs.get(node);
            slots.put(node, new UtilisationSeries(spec.slots()));
            migrations.put(node, new UtilisationSeries(1));
            away.put(node, new UtilisationSeries(1));
            Map<String, UtilisationSeries> byLabel = new LinkedHashMap<>();
            for (int d = 0; d < spec.devices().size(); d++) {
                Tier tier = spec.devices().get(d).tier();
                UtilisationSeries use = new UtilisationSeries(1);
                byLabel.put(tier.name().toLowerCase(Locale.ROOT) + " " + d, use);
                devices.put("node " + node + " " + tier + " " + d, use);
            }
            devicesOf.put(node, byLabel);
        }
    }

    @Override
    public void taskStarts(long time, int node) {
        change(slots, ALL, time, 1);
        change(slots, node, time, 1);
    }

    @Override
    public void taskEnds(long time, int node) {
        change(slots, ALL, time, -1);
        change(slots, node, time, -1);
    }

    @Override
    public void migrationBegins(long time, int node) {
        change(migrations, ALL, time, 1);
        change(migrations, node, time, 1);
    }

    @Override
    public void migrationEnds(long time, int node) {
        change(migrations, ALL, time, -1);
        change(migrations, node, time, -1);
    }

    @Override
    public void nodeFails(long time, int node) {
        wereAway.add(node);
        change(away, node, time, 1);
    }

    @Override
    public void nodeReturns(long time, int node) {
        change(away, node, time, -1);
    }

    @Override
    public TransferListener transfers() {
        return this;
    }

    @Override
    public void begun(SharedResource resource, long time) {
        change(devices, resource.name(), time, 1);
    }

    @Override
    public void ended(SharedResource resource, long time, double bytes) {
        change(devices, resource.name(), time, -1);
    }

    private <K> void change(Map<K, UtilisationSeries> all, K key, long time, int more) {
        UtilisationSeries series = all.get(key);
        if (series != null) { // else it is not shown
            end = Math.max(end, time);
            series.change(time, more);
        }
    }

    public String name() {
        return name;
    }

    public int nodes() {
        return nodes;
    }

    public int shownNodes() {
        return slots.size() - 1;
    }

    public double endSeconds() {
        return end / 1e9;
    }

    /** Seconds over which each share of a lane is a mean. */
    public double stepSeconds() {
        UtilisationSeries all = slots.get(ALL);
        all.shares(end);
        return all.interval() / 1e9;
    }

    /** The lanes, top to bottom: of the cluster, then of each node that is shown. */
    public List<Lane> lanes() {
        List<Lane> lanes = new ArrayList<>();
        lanes.add(lane("all slots", Kind.SLOTS, slots.get(ALL)));
        lanes.add(lane("all migrations", Kind.MIGRATIONS, migrations.get(ALL)));
        slots.keySet().stream().filter(node -> node != ALL).forEach(node -> {
            lanes.add(lane("node " + node + ": slots", Kind.SLOTS, slots.get(node)));
            if (wereAway.contains(node)) {
                lanes.add(lane("away", Kind.AWAY, away.get(node)));
            }
            devicesOf.get(node).forEach((device, use) -> lanes.add(lane(device, Kind.DEVICE, use)));
            lanes.add(lane("migrations", Kind.MIGRATIONS, migrations.get(node)));
        });
        return lanes;
    }

    private Lane lane(String label, Kind kind, UtilisationSeries series) {
        return new Lane(label, kind, DoubleStream.of(series.shares(end)).boxed().toList());
    }

    /**
     * Utilisation over time, as means over intervals of equal length. The number of intervals is bounded: intervals double in length as a run goes on.
     */
    static final class UtilisationSeries {
        static final int INTERVALS = 240;

        private final double full;
        private final double[] area = new double[INTERVALS];
        private long interval = 10_000_000;
        private long last;
        private int level;

        UtilisationSeries(double full) {
            this.full = Math.max(1, full);
        }

        void change(long time, int more) {
            advance(time);
            level += more;
        }

        private void advance(long time) {
            while (time > INTERVALS * interval) {
                for (int i = 0; i < INTERVALS; i++) {
                    area[i] = 2 * i < INTERVALS ? area[2 * i] + area[2 * i + 1] : 0;
                }
                interval *= 2;
            }
            double used = Math.min(full, level) / full;
            while (last < time) {
                int at = (int) (last / interval);
                long until = Math.min(time, (at + 1) * interval);
                area[at] += used * (until - last);
                last = until;
            }
        }

        /** The share in use over each interval until {@code end}; 1 for all of it. */
        double[] shares(long end) {
            advance(end);
            double[] shares = new double[(int) Math.min(INTERVALS, (end + interval - 1) / interval)];
            for (int i = 0; i < shares.length; i++) {
                shares[i] = area[i] / Math.min(interval, end - i * interval);
            }
            return shares;
        }

        long interval() {
            return interval;
        }
    }
}
