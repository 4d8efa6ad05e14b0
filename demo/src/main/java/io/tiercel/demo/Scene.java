package io.tiercel.demo;

import io.tiercel.cli.CommandFailure;
import io.tiercel.demo.report.Identified;
import java.util.Arrays;
import java.util.List;

/** The demo's scenes, with their default sizes. */
enum Scene implements Identified {
    PLACEMENT(new Sizes("160m", "8m", 4, 1), new Sizes("240m", "8m", 4, 3), new Sizes("48m", "2m", 4, 1)),
    CONTENTION(new Sizes("192m", "4m", 4, 1), new Sizes("192m", "4m", 4, 3), new Sizes("48m", "2m", 4, 1)),
    SLOW_NODE(new Sizes("344m", "4m", 5, 1), new Sizes("344m", "4m", 5, 3), new Sizes("24m", "1m", 3, 1)),
    LEAD_TIME(new Sizes("192m", "8m", 4, 1), new Sizes("192m", "8m", 4, 2), new Sizes("24m", "2m", 3, 1)),
    RE_USE(new Sizes("128m", "4m", 4, 1), new Sizes("128m", "4m", 4, 3), new Sizes("48m", "2m", 3, 1)),
    PREFETCH(new Sizes("32m", "2m", 4, 1), new Sizes("32m", "2m", 4, 3), new Sizes("16m", "1m", 3, 1)),
    SHARED_STORAGE(new Sizes("160m", "4m", 4, 1), new Sizes("160m", "4m", 4, 3), new Sizes("16m", "1m", 2, 1)),
    HADOOP(new Sizes("432m", "8m", 4, 1), new Sizes("1096m", "8m", 4, 3), new Sizes("26m", "1m", 3, 1)),
    ADVICE(new Sizes("160m", "4m", 4, 1), new Sizes("160m", "4m", 4, 5), new Sizes("24m", "1m", 3, 1));

    private static final String ALL = "all";

    /** A bandwidth that nobody feels: the caches' disk has none either. */
    private static final String UNLIMITED = "1g";

    private final Sizes usual;
    private final Sizes full;
    private final Sizes quick;

    Scene(Sizes usual, Sizes full, Sizes quick) {
        this.usual = usual;
        this.full = full;
        this.quick = quick;
    }

    /** Defaults of a scene's options: bytes before replication, bytes of a block, nodes, and how often everything is measured. */
    record Sizes(String data, String block, int nodes, int rounds) {}

    /** Default of tasks that a node runs at once. */
    int slots() {
        return this == CONTENTION ? 4 : 1;
    }

    /** Default of the bandwidth of an SSD. */
    String ssd() {
        return switch (this) {
            case CONTENTION -> "6m";
            case SHARED_STORAGE -> UNLIMITED;
            // A map's JVM needs seconds to start; reading must take longer than that.
            case HADOOP -> "4m";
            // Applications begin without a warm-up; reading must take longer than that.
            case ADVICE -> "8m";
            default -> "16m";
        };
    }

    /** Default of the bandwidth of an HDD. */
    String hdd() {
        return switch (this) {
            case CONTENTION -> "5m";
            case SHARED_STORAGE -> UNLIMITED;
            case HADOOP -> "1m";
            case ADVICE -> "2m";
            default -> "4m";
        };
    }

    Sizes sizes(boolean fully, boolean quickly) {
        return fully ? full : quickly ? quick : usual;
    }

    static List<Scene> named(String name) {
        if (name.equals(ALL)) {
            return List.of(values());
        }
        return Arrays.stream(values())
                .filter(scene -> scene.id().equals(name))
                .findFirst()
                .map(List::of)
                .orElseThrow(() -> new CommandFailure("expected a scene, one of "
                        + String.join(
                                ", ", Arrays.stream(values()).map(Scene::id).toList()) + " or " + ALL + ", got '"
                        + name + "'"));
    }
}
