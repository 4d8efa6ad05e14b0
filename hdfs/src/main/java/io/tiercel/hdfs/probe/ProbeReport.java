package io.tiercel.hdfs.probe;

import java.util.ArrayList;
import java.util.List;

/**
 * The findings of a probe, as lines of text that its caller reads: {@code ok}, {@code note} or {@code missing}, what was found,
 * and for the latter two what to do; parted by tabs.
 */
final class ProbeReport {
    private final List<String> lines = new ArrayList<>();

    void ok(String text) {
        line("ok", text);
    }

    /** Tiercel works, though not as well as it might. */
    void note(String text, String fix) {
        line("note", text, fix);
    }

    /** Without this Tiercel has nothing to work on. */
    void missing(String text, String fix) {
        line("missing", text, fix);
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    private void line(String... fields) {
        for (int i = 0; i < fields.length; i++) {
            fields[i] = fields[i].replaceAll("\\s+", " ");
        }
        lines.add(String.join("\t", fields));
    }
}
