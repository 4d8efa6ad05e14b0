package io.tiercel.assign;

import java.util.Arrays;

/** The dearest of all costs, and the greatest common divisor of the differences between them. */
final class CostRange {
    /** Costs seen lately, by hash: there are few distinct ones, and a division for every cost would show. */
    private final int[] seen = new int[64];

    private int first = -1;
    private int dearest;
    private int unit;

    private CostRange() {
        Arrays.fill(seen, -1);
    }

    static CostRange of(AssignmentProblem problem) {
        CostRange range = new CostRange();
        for (Preferences task : problem.tasks()) {
            range.add(task.elsewhere());
            for (int i = 0; i < task.size(); i++) {
                range.add(task.nodeCost(i));
            }
            for (int i = 0; i < task.rackCount(); i++) {
                range.add(task.rackCost(i));
            }
        }
        return range;
    }

    private void add(int cost) {
        int slot = cost * 0x9E3779B9 >>> 26;
        if (seen[slot] == cost) {
            return;
        }
        seen[slot] = cost;
        if (first < 0) {
            first = cost;
        }
        dearest = Math.max(dearest, cost);
        unit = gcd(unit, Math.abs(cost - first));
    }

    private static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    int dearest() {
        return dearest;
    }

    int unit() {
        return Math.max(1, unit);
    }
}
