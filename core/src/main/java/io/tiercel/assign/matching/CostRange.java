package io.tiercel.assign.matching;

import java.util.Arrays;

/** The dearest of all costs, and the greatest common divisor of the differences between them. */
final class CostRange {
    /** Costs seen lately, by hash: there are few distinct ones, and a division for every cost would show. */
    private final int[] seen = new int[64];

    private int first = -1;
    private int dearest;
    private int unit;

    CostRange() {
        Arrays.fill(seen, -1);
    }

    /** Takes in the first {@code count} of {@code costs}. */
    void add(int[] costs, int count) {
        for (int i = 0; i < count; i++) {
            int cost = costs[i];
            int slot = cost * 0x9E3779B9 >>> 26;
            if (seen[slot] != cost) {
                seen[slot] = cost;
                add(cost);
            }
        }
    }

    private void add(int cost) {
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
