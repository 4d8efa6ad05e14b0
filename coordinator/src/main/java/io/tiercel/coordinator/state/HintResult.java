package io.tiercel.coordinator.state;

import io.tiercel.hdfs.resolve.Skip;
import java.util.ArrayList;
import java.util.List;

/** What becomes of one hint, collected file by file. */
final class HintResult {
    final List<Views.Block> blocks = new ArrayList<>();
    final List<Skip> skips = new ArrayList<>();
}
