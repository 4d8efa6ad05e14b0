package io.tiercel.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes stages from a seed: blocks of up to 128 MB with three replicas, read from devices of nodes with slots. The same seed, the
 * same stage.
 */
public final class SeededLoads {
    private static final double BLOCK = 128;
    private static final int REPLICAS = 3;
    private static final Pattern NAME = Pattern.compile("(\\d{1,9})x(\\d{1,9})( mixed)?( skewed)?");

    private final SplittableRandom random;
    private final LoadShape shape;

    /**
     * @param mixed whether nodes have 1 to 16 slots, and 2 to 12 devices of any speed; else 8 slots, an SSD of 500 MB/s and an HDD of
     *     125
     * @param skewed whether 70 % of the replicas lie on a tenth of the nodes
     */
    public record LoadShape(int tasks, int nodes, boolean mixed, boolean skewed) {}

    private SeededLoads(LoadShape shape, long seed) {
        this.shape = shape;
        this.random = new SplittableRandom(seed);
    }

    public static LoadProblem of(LoadShape shape, long seed) {
        return new SeededLoads(shape, seed).problem();
    }

    /** A stage by its shape: {@code TASKSxNODES}, and {@code mixed} or {@code skewed} or both. */
    public static LoadProblem named(String stage) {
        Matcher shape = NAME.matcher(stage);
        if (!shape.matches()) {
            throw new IllegalArgumentException(
                    "stage: expected TASKSxNODES, and 'mixed' or 'skewed' or both, got " + stage);
        }
        return of(
                new LoadShape(
                        Integer.parseInt(shape.group(1)),
                        Integer.parseInt(shape.group(2)),
                        shape.group(3) != null,
                        shape.group(4) != null),
                1);
    }

    /** A small stage of a random shape. Resources may be busy before; options may use one resource, or take no time. */
    static LoadProblem any(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        if (random.nextInt(3) > 0) {
            int nodes = 3 + random.nextInt(20);
            LoadShape shape =
                    new LoadShape(1 + random.nextInt(150), nodes, random.nextBoolean(), random.nextInt(3) == 0);
            return of(shape, seed);
        }
        double[] base = random.doubles(1 + random.nextInt(12))
                .map(seconds -> seconds < 0.5 ? 0 : 5 * seconds)
                .toArray();
        LoadProblem.Builder builder = new LoadProblem.Builder(base);
        for (int task = random.nextInt(60); task > 0; task--) {
            builder.task();
            for (int option = 1 + random.nextInt(4); option > 0; option--) {
                builder.option(random.nextDouble());
                Set<Integer> used = new HashSet<>();
                for (int use = random.nextInt(4); use > 0; use--) {
                    int resource = random.nextInt(base.length);
                    if (used.add(resource)) {
                        builder.use(resource, random.nextInt(8) == 0 ? 0 : random.nextDouble());
                    }
                }
            }
        }
        return builder.build();
    }

    private LoadProblem problem() {
        List<List<Double>> devices = new ArrayList<>();
        int[] firstDevice = new int[shape.nodes() + 1];
        int[] slots = new int[shape.nodes()];
        for (int node = 0; node < shape.nodes(); node++) {
            devices.add(devices());
            firstDevice[node + 1] = firstDevice[node] + devices.get(node).size();
            slots[node] = shape.mixed() ? 1 << random.nextInt(5) : 8;
        }
        int all = firstDevice[shape.nodes()];
        LoadProblem.Builder builder = new LoadProblem.Builder(new double[all + shape.nodes()]);
        for (int task = 0; task < shape.tasks(); task++) {
            double megabytes = random.nextInt(4) > 0 ? BLOCK : 8 + random.nextInt(120);
            double computing = 0.3 * megabytes / BLOCK * (0.5 + random.nextDouble());
            builder.task();
            for (int node : nodes()) {
                int device = random.nextInt(devices.get(node).size());
                double reading = megabytes / devices.get(node).get(device);
                builder.option(reading + computing)
                        .use(firstDevice[node] + device, reading)
                        .use(all + node, (reading + computing) / slots[node]);
            }
        }
        return builder.build();
    }

    /** The speed of each of a node's devices, in MB/s. */
    private List<Double> devices() {
        if (!shape.mixed()) {
            return List.of(500.0, 125.0);
        }
        List<Double> speeds = new ArrayList<>();
        int devices = 2 + random.nextInt(11);
        for (int device = 0; device < devices; device++) {
            boolean fast = device < Math.max(1, devices / 4);
            speeds.add(fast ? 300.0 + random.nextInt(1700) : 60.0 + random.nextInt(140));
        }
        return speeds;
    }

    private Set<Integer> nodes() {
        int hot = Math.max(REPLICAS, shape.nodes() / 10);
        Set<Integer> nodes = new LinkedHashSet<>();
        while (nodes.size() < REPLICAS) {
            boolean crowded = shape.skewed() && random.nextInt(10) < 7;
            nodes.add(random.nextInt(crowded ? hot : shape.nodes()));
        }
        return nodes;
    }
}
