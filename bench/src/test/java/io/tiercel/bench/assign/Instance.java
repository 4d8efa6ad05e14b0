package io.tiercel.bench.assign;

import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.SeededWorlds;
import io.tiercel.assign.WorldShape;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An instance by name: {@code TASKSxNODESxSLOTS}, three replicas of each block on random nodes and tiers, racks of 32 nodes;
 * with {@code skewed} after it, four in five blocks lie on one in twenty nodes.
 */
final class Instance {
    private static final Pattern NAME = Pattern.compile("(\\d+)x(\\d+)x(\\d+)( skewed)?");
    private static final long SEED = 7;

    private Instance() {}

    static AssignmentProblem named(String name) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "instance: expected TASKSxNODESxSLOTS or that and ' skewed', got " + name);
        }
        int nodes = Integer.parseInt(parts.group(2));
        WorldShape uniform =
                WorldShape.uniform(Integer.parseInt(parts.group(1)), nodes, Integer.parseInt(parts.group(3)));
        return SeededWorlds.of(parts.group(4) == null ? uniform : uniform.skewed(Math.max(3, nodes / 20), 0.8), SEED);
    }
}
