package io.tiercel.demo.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Aligns a table for a terminal: the first column to the left, the others to the right. */
public final class DemoTextTable {
    private DemoTextTable() {}

    public static List<String> lines(List<String> header, List<List<String>> body) {
        List<List<String>> rows = new ArrayList<>(List.of(header));
        rows.addAll(body);
        int[] widths = IntStream.range(0, header.size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        return rows.stream()
                .map(row -> IntStream.range(0, widths.length)
                        .mapToObj(column -> pad(row.get(column), widths[column], column == 0))
                        .collect(Collectors.joining("  ")))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static String pad(String text, int width, boolean left) {
        String space = " ".repeat(width - text.length());
        return left ? text + space : space + text;
    }
}
