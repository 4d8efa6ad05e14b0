package io.tiercel.spark.input;

import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.RangeLocations;
import io.tiercel.hdfs.locate.RangeLocations.RangeLocation;
import io.tiercel.model.Block;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The tasks of a stage, and where the files that they read lie, as far as that is known. */
final class LocatedTasks {
    private final List<TaskInput> tasks;
    private final int[] firstRange;
    private final RangeLocations answers;

    /** Asks {@code locator} for everything that the tasks read from files; does not wait. */
    LocatedTasks(List<TaskInput> tasks, InputLocator locator) {
        this.tasks = List.copyOf(tasks);
        this.firstRange = new int[tasks.size()];
        List<FileRange> ranges = new ArrayList<>();
        for (int task = 0; task < firstRange.length; task++) {
            firstRange[task] = ranges.size();
            if (!isCached(task)) {
                ranges.addAll(tasks.get(task).files());
            }
        }
        this.answers = locator.locate(ranges);
    }

    RangeLocations answers() {
        return answers;
    }

    int size() {
        return tasks.size();
    }

    TaskInput get(int task) {
        return tasks.get(task);
    }

    /** Whether the task reads its partition from executors, and nothing from files. */
    boolean isCached(int task) {
        return !tasks.get(task).cachingExecutors().isEmpty();
    }

    boolean hasCached() {
        return IntStream.range(0, size()).anyMatch(this::isCached);
    }

    /** Whether the task reads files, and all of them are located. */
    boolean isLocated(int task) {
        return !isCached(task)
                && !tasks.get(task).files().isEmpty()
                && ranges(task).allMatch(LocatedTasks::isLocated);
    }

    /** Whether some input is located or cached, or may still be. */
    boolean isAnyKnown() {
        return answers.pending() > 0
                || IntStream.range(0, size())
                        .anyMatch(task -> isCached(task) || ranges(task).anyMatch(LocatedTasks::isLocated));
    }

    /** The locations of the parts of files that the task reads, in their order. */
    Stream<RangeLocation> ranges(int task) {
        return isCached(task)
                ? Stream.of()
                : IntStream.range(0, tasks.get(task).files().size())
                        .mapToObj(file -> answers.known(firstRange[task] + file));
    }

    static boolean isLocated(RangeLocation range) {
        return range.state() == RangeLocation.State.LOCATED;
    }

    /** The blocks that a located task reads; empty for others. */
    List<PlacedBlock> blocks(int task) {
        if (!isLocated(task)) {
            return List.of();
        }
        List<PlacedBlock> placed = new ArrayList<>();
        for (int file = 0; file < tasks.get(task).files().size(); file++) {
            FileRange range = tasks.get(task).files().get(file);
            long offset = range.start();
            for (Block block : answers.known(firstRange[task] + file).blocks()) {
                placed.add(new PlacedBlock(range.path().toString(), offset, block));
                offset += block.bytes();
            }
        }
        return placed;
    }
}
