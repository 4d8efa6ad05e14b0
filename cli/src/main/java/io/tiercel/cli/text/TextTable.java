package io.tiercel.cli.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Columns as wide as their widest cell: the first ones to the left, numbers to the right. */
public final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();
    private final int leftColumns;

    /** @param leftColumns how many columns, from the first, are words */
    public TextTable(int leftColumns, String... header) {
        this.leftColumns = leftColumns;
        rows.add(List.of(header));
    }

    public void row(String... cells) {
        rows.add(Arrays.asList(cells));
    }

    public void row(List<String> cells) {
        rows.add(List.copyOf(cells));
    }

    public void print(PrintWriter out) {
        lines().forEach(out::println);
    }

    /** The rows as aligned text, without spaces at their ends. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                String space = " ".repeat(widths[i] - row.get(i).length());
                line.append(i == 0 ? "" : "  ");
                line.append(i < leftColumns ? row.get(i) + space : space + row.get(i));
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
