package io.tiercel.spark.cache;

import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.RangeLocations;
import io.tiercel.spark.input.StageInput.InputLocator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers of two locators to one request. Thread-safe as they are. */
final class JoinedLocations implements RangeLocations {
    private record At(RangeLocations answers, int range) {}

    private final RangeLocations first;
    private final RangeLocations second;
    private final At[] at;

    /** Has one locator answer for paths on shared storage, and another for all other paths. */
    static RangeLocations locate(List<FileRange> ranges, SharedPaths paths, InputLocator shared, InputLocator others) {
        List<Integer> ours = new ArrayList<>();
        List<Integer> theirs = new ArrayList<>();
        for (int range = 0; range < ranges.size(); range++) {
            (paths.contains(ranges.get(range).path()) ? ours : theirs).add(range);
        }
        if (ours.isEmpty()) {
            return others.locate(ranges);
        }
        RangeLocations answer = shared.locate(ours.stream().map(ranges::get).toList());
        return theirs.isEmpty()
                ? answer
                : new JoinedLocations(
                        answer,
                        ours,
                        others.locate(theirs.stream().map(ranges::get).toList()),
                        theirs);
    }

    /** @param firstRanges the ranges that the first locator answers, in its order; the second answers the others */
    JoinedLocations(
            RangeLocations first, List<Integer> firstRanges, RangeLocations second, List<Integer> secondRanges) {
        this.first = first;
        this.second = second;
        this.at = new At[firstRanges.size() + secondRanges.size()];
        for (int i = 0; i < firstRanges.size(); i++) {
            at[firstRanges.get(i)] = new At(first, i);
        }
        for (int i = 0; i < secondRanges.size(); i++) {
            at[secondRanges.get(i)] = new At(second, i);
        }
    }

    @Override
    public RangeLocation known(int range) {
        return at[range].answers().known(at[range].range());
    }

    @Override
    public int pending() {
        return first.pending() + second.pending();
    }

    @Override
    public boolean await(Duration budget) {
        long end = System.nanoTime() + budget.toNanos();
        boolean isFirstDone = first.await(budget);
        return second.await(Duration.ofNanos(Math.max(0, end - System.nanoTime()))) && isFirstDone;
    }

    @Override
    public void whenDone(Runnable listener) {
        AtomicInteger left = new AtomicInteger(2);
        Runnable last = () -> {
            if (left.decrementAndGet() == 0) {
                listener.run();
            }
        };
        first.whenDone(last);
        second.whenDone(last);
    }

    @Override
    public void whenLate(Runnable listener) {
        first.whenLate(listener);
        second.whenLate(listener);
    }

    @Override
    public void readingBegins() {
        first.readingBegins();
        second.readingBegins();
    }

    @Override
    public long generation() {
        return first.generation() + second.generation();
    }

    @Override
    public void cancel() {
        first.cancel();
        second.cancel();
    }
}
