package io.tiercel.sim.compare;

import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.DeviceSpec;
import io.tiercel.sim.cluster.NodeSpec;
import io.tiercel.sim.engine.SharedResource;
import io.tiercel.sim.engine.TransferListener;
import io.tiercel.sim.job.RunListener;
import io.tiercel.sim.paper.FigurePage;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the slots, the devices and the migrations of a run were doing, as time lines: of the whole cluster, and of some of its nodes, taken evenly. Takes as much
 * room for a day of thousands of nodes as for a minute of ten.
 */
public final class Timelines implements RunListener, TransferListener {
    private static final int MOST_NODES = 6;
    private static final int HEIGHT = 16;
    private static final int LEFT = 150;
    private static final int WIDTH = 900;

    private final String name;
    private final int nodes;
    private final UtilisationSeries allSlots;
    private final UtilisationSeries allMigrations;
    private final Map<Integer, UtilisationSeries> slots = new LinkedHashMap<>();
    private final Map<Integer, UtilisationSeries> migrations = new LinkedHashMap<>();
    /** Of nodes that are shown and were away. */
    private final Map<Integer, UtilisationSeries> away = new HashMap<>();

    private final Map<String, UtilisationSeries> devices = new HashMap<>();
    private final Map<Integer, List<DeviceSpec>> devicesOf = new HashMap<>();
    private long end;

    /** @param name of the policy that the run is of */
    public Timelines(String name, ClusterSpec cluster) {
        this.name = name;
        List<NodeSpec> specs =
                cluster.racks().stream().flatMap(rack -> rack.nodes().stream()).toList();
        this.nodes = specs.size();
        this.allSlots = new UtilisationSeries(cluster.slots());
        this.allMigrations = new UtilisationSeries(cluster.nodes());
        for (int i = 0; i < Math.min(MOST_NODES, nodes); i++) {
            int node = (int) ((long) i * nodes / Math.min(MOST_NODES, nodes));
            NodeSpec spec = specs.get(node);
            slots.put(node, new UtilisationSeries(spec.slots()));
            migrations.put(node, new UtilisationSeries(1));
            devicesOf.put(node, spec.devices());
            for (int d = 0; d < spec.devices().size(); d++) {
                devices.put(resource(node, spec.devices().get(d).tier(), d), new UtilisationSeries(1));
            }
        }
    }

    /** As the cluster names it. */
    private static String resource(int node, Tier tier, int device) {
        return "node " + node + " " + tier + " " + device;
    }

    @Override
    public void taskStarts(long time, int node) {
        change(allSlots, slots.get(node), time, 1);
    }

    @Override
    public void taskEnds(long time, int node) {
        change(allSlots, slots.get(node), time, -1);
    }

    @Override
    public void migrationBegins(long time, int node) {
        change(allMigrations, migrations.get(node), time, 1);
    }

    @Override
    public void migrationEnds(long time, int node) {
        change(allMigrations, migrations.get(node), time, -1);
    }

    @Override
    public void nodeFails(long time, int node) {
        changeAway(time, node, 1);
    }

    @Override
    public void nodeReturns(long time, int node) {
        changeAway(time, node, -1);
    }

    private void changeAway(long time, int node, int more) {
        if (slots.containsKey(node)) {
            end = Math.max(end, time);
            away.computeIfAbsent(node, any -> new UtilisationSeries(1)).change(time, more);
        }
    }

    private void change(UtilisationSeries all, @Nullable UtilisationSeries one, long time, int more) {
        end = Math.max(end, time);
        all.change(time, more);
        if (one != null) {
            one.change(time, more);
        }
    }

    @Override
    public TransferListener transfers() {
        return this;
    }

    @Override
    public void begun(SharedResource resource, long time) {
        change(resource, time, 1);
    }

    @Override
    public void ended(SharedResource resource, long time, double bytes) {
        change(resource, time, -1);
    }

    private void change(SharedResource resource, long time, int more) {
        UtilisationSeries lane = devices.get(resource.name());
        if (lane != null) {
            end = Math.max(end, time);
            lane.change(time, more);
        }
    }

    /** The lines as part of a page. */
    String html() {
        StringBuilder lanes = new StringBuilder();
        int row = 0;
        row = lane(lanes, row, "all slots", allSlots, "#3b6ea5");
        row = lane(lanes, row, "all migrations", allMigrations, "#e08e45");
        for (Map.Entry<Integer, UtilisationSeries> each : slots.entrySet()) {
            int node = each.getKey();
            row = lane(lanes, row, "node " + node + ": slots", each.getValue(), "#3b6ea5");
            UtilisationSeries gone = away.get(node);
            if (gone != null) {
                row = lane(lanes, row, "away", gone, "#b03a2e");
            }
            List<DeviceSpec> specs = devicesOf.getOrDefault(node, List.of());
            for (int d = 0; d < specs.size(); d++) {
                Tier tier = specs.get(d).tier();
                UtilisationSeries lane = devices.get(resource(node, tier, d));
                if (lane != null) {
                    row = lane(lanes, row, tier.name().toLowerCase(Locale.ROOT) + " " + d, lane, "#5a9367");
                }
            }
            UtilisationSeries brought = migrations.get(node);
            if (brought != null) {
                row = lane(lanes, row, "migrations", brought, "#e08e45");
            }
        }
        String seconds = String.format(Locale.ROOT, "%.3g s", allSlots.interval() / 1e9);
        return "<h2>Time lines: " + FigurePage.escaped(name) + "</h2>\n<p>From 0 to "
                + String.format(Locale.ROOT, "%.1f", end / 1e9) + " s, each point the mean over " + seconds
                + ". Full height: all slots taken, a device"
                + " always in use, a migration always under way (of all nodes: on each). " + slots.size() + " of "
                + nodes
                + " nodes are shown, taken evenly.</p>\n"
                + String.format(
                        Locale.ROOT,
                        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"time lines\">%n",
                        WIDTH,
                        row * HEIGHT)
                + lanes + "</svg>\n";
    }

    private int lane(StringBuilder out, int row, String label, UtilisationSeries lane, String colour) {
        double[] shares = lane.shares(end);
        int bottom = (row + 1) * HEIGHT - 2;
        out.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text><path fill=\"%s\" stroke=\"none\" d=\"M%d %d",
                LEFT - 8,
                bottom - 2,
                FigurePage.escaped(label),
                colour,
                LEFT,
                bottom));
        double step = (WIDTH - LEFT) / (double) Math.max(1, shares.length);
        for (int i = 0; i < shares.length; i++) {
            double y = bottom - shares[i] * (HEIGHT - 4);
            out.append(String.format(Locale.ROOT, "V%.1fH%.1f", y, LEFT + (i + 1) * step));
        }
        out.append(String.format(
                Locale.ROOT,
                "V%dZ\"/><line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"#ddd\"/>%n",
                bottom,
                LEFT,
                WIDTH,
                bottom,
                bottom));
        return row + 1;
    }
}
