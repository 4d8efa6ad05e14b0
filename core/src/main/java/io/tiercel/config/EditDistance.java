package io.tiercel.config;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** Levenshtein's distance: insertions, deletions and replacements of one character. */
public final class EditDistance {
    private EditDistance() {}

    /** The name in {@code known} nearest to {@code name}, if at most {@code farthest} of these turn one into the other. */
    public static Optional<String> nearest(String name, Stream<String> known, int farthest) {
        return known.filter(
                        near -> Math.abs(near.length() - name.length()) <= farthest) // bounds the time for a long name
                .filter(near -> between(name, near) <= farthest)
                .min(Comparator.comparingInt(near -> between(name, near)));
    }

    /** How many of these turn {@code a} into {@code b}. */
    static int between(String a, String b) {
        int[] row = new int[b.length() + 1];
        Arrays.setAll(row, j -> j);
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
