package io.tiercel.cli.memory;

import io.tiercel.protocol.BlockState;
import io.tiercel.protocol.Skipped;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lists data that does not come in: one line for each file and reason. */
final class ShortfallReport {
    private static final int MOST_LINES = 20;

    private final Map<String, Integer> lines = new LinkedHashMap<>();

    static String blocks(long count) {
        return count == 1 ? "1 block" : count + " blocks";
    }

    void skipped(List<Skipped> skips) {
        for (Skipped skip : skips) {
            add(skip.getPath() + ": " + skip.getText(), skip.hasRange() ? 1 : 0);
        }
    }

    void failed(List<BlockState> blocks) {
        for (BlockState block : blocks) {
            add(block.getPath() + ": " + block.getReason(), 1);
        }
    }

    /** Blocks for which there is no memory as long as jobs keep what they have. */
    void waiting(long blocks) {
        if (blocks > 0) {
            lines.put(
                    blocks(blocks)
                            + ": no room in the memory of the nodes with a replica; comes in when jobs give some back",
                    0);
        }
    }

    private void add(String line, int blocks) {
        lines.merge(line, blocks, Integer::sum);
    }

    boolean none() {
        return lines.isEmpty();
    }

    void print(PrintWriter err) {
        List<String> all = new ArrayList<>();
        lines.forEach((line, blocks) ->
                all.add("not brought in: " + line + (blocks == 0 ? "" : " (" + blocks(blocks) + ")")));
        all.stream().limit(MOST_LINES).forEach(err::println);
        if (all.size() > MOST_LINES) {
            err.println("not brought in: " + (all.size() - MOST_LINES) + " more");
        }
        err.flush();
    }
}
