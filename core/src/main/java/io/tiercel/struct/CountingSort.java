package io.tiercel.struct;

/** A stable counting sort: members by group, one group after the other in one array. */
public final class CountingSort {
    private CountingSort() {}

    /**
     * @param first filled: where each group begins in the result, and behind the last group the end
     * @param group of each member; below 0 for one that is in none
     * @return members; within a group they keep their order
     */
    public static int[] of(int[] first, int[] group) {
        for (int g : group) {
            if (g >= 0) {
                first[g + 1]++;
            }
        }
        for (int g = 1; g < first.length; g++) {
            first[g] += first[g - 1];
        }
        int[] grouped = new int[first[first.length - 1]];
        int[] next = first.clone();
        for (int m = 0; m < group.length; m++) {
            if (group[m] >= 0) {
                grouped[next[group[m]]++] = m;
            }
        }
        return grouped;
    }
}
