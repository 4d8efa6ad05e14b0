package io.tiercel.sim.validation;

import java.util.List;
import java.util.Map;

/**
 * What a scene's report says.
 *
 * @param scene its name on the command line of {@code tiercel demo}
 * @param testbed on which it was played
 * @param pageCache bytes of each node's page cache, by the name of what it is to hold; empty where it does not matter
 * @param runs in their order
 */
public record MeasuredScene(String scene, Testbed testbed, Map<String, Long> pageCache, List<MeasuredRun> runs) {
    public MeasuredScene {
        pageCache = Map.copyOf(pageCache);
        runs = List.copyOf(runs);
    }
}
