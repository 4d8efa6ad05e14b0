package io.tiercel.sim.validation;

import java.util.List;
import java.util.Map;

/**
 * The measurements in a scene's report.
 *
 * @param scene its name on the command line of {@code tiercel demo}
 * @param pageCache bytes of each node's page cache, by what it is to hold; empty where it does not matter
 */
public record MeasuredScene(String scene, Testbed testbed, Map<String, Long> pageCache, List<MeasuredRun> runs) {
    public MeasuredScene {
        pageCache = Map.copyOf(pageCache);
        runs = List.copyOf(runs);
    }
}
