package io.tiercel.coordinator.store;

import io.tiercel.coordinator.state.SelectedPaths;
import io.tiercel.hdfs.resolve.PathSelection;
import io.tiercel.protocol.Selection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What one call gives back; all if it names nothing. Not thread-safe. */
final class ReleasedData {
    private static final long BYTES = 200;

    /** A path with its string, its entry of a map and its ranges, beside its characters. */
    private static final long BYTES_EACH = 300;

    private static final long RANGE_BYTES = 60;

    private final boolean all;
    private final SelectedPaths whole;
    private final Set<Selection> parts = new HashSet<>();
    private final long bytes;

    ReleasedData(List<Selection> data) {
        long sum = BYTES;
        List<PathSelection> paths = new ArrayList<>();
        for (Selection each : data) {
            sum += BYTES_EACH + each.getSerializedSize();
            if (each.getRangesCount() == 0) {
                paths.add(new PathSelection(each.getPath(), List.of()));
            } else {
                sum += RANGE_BYTES * each.getRangesCount();
                parts.add(each);
            }
        }
        all = data.isEmpty();
        whole = new SelectedPaths(paths);
        bytes = sum;
    }

    boolean isAll() {
        return all;
    }

    boolean covers(Selection one) {
        return all || parts.contains(one) || whole.covers(one.getPath(), 0, 1);
    }

    /** Heap bytes, by estimate. */
    long bytes() {
        return bytes;
    }
}
