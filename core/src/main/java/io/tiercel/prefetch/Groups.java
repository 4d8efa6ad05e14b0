package io.tiercel.prefetch;

import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/** Members by the groups that they belong to, one group after the other in one array. */
final class Groups {
    private Groups() {}

    /**
     * @param first filled: where each group begins in the result, and behind the last group the end
     * @param members how many there are; within a group they keep their order
     * @param count in how many groups a member is
     * @param group a member's i-th group
     */
    static int[] of(int[] first, int members, IntUnaryOperator count, IntBinaryOperator group) {
        for (int m = 0; m < members; m++) {
            for (int i = count.applyAsInt(m) - 1; i >= 0; i--) {
                first[group.applyAsInt(m, i) + 1]++;
            }
        }
        for (int g = 1; g < first.length; g++) {
            first[g] += first[g - 1];
        }
        int[] grouped = new int[first[first.length - 1]];
        int[] next = first.clone();
        for (int m = 0; m < members; m++) {
            int groups = count.applyAsInt(m);
            for (int i = 0; i < groups; i++) {
                grouped[next[group.applyAsInt(m, i)]++] = m;
            }
        }
        return grouped;
    }
}
