package org.apache.hadoop.mapreduce.v2.app.rm;

import io.tiercel.containers.Placement;
import io.tiercel.containers.WaitingTask;
import io.tiercel.mapreduce.MapPlanner;
import io.tiercel.record.ReadPlace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Puts maps on the hosts that the test says, where these have containers; others are left. */
final class FakePlanner implements MapPlanner {
    final List<String> questions = new ArrayList<>();
    final List<String> wishes = new ArrayList<>();
    final List<Integer> stopped = new ArrayList<>();
    final List<Integer> finished = new ArrayList<>();
    boolean hasUnrequestedInput = true;
    boolean fails;
    boolean closed;
    private final Map<Integer, String> hostOf = new HashMap<>();

    FakePlanner put(int map, String host) {
        hostOf.put(map, host);
        return this;
    }

    @Override
    public boolean prefersContainers() {
        return true;
    }

    @Override
    public void statePreferences(int priority, List<WaitingTask> waiting) {
        if (!waiting.isEmpty()) {
            wishes.add(priority + " " + waiting.stream().map(WaitingTask::task).toList());
        }
    }

    @Override
    public boolean hasUnrequestedInput() {
        return hasUnrequestedInput;
    }

    @Override
    public List<Placement> round(List<String> containers, List<WaitingTask> waiting, int most) {
        questions.add(containers + " " + waiting.stream().map(WaitingTask::task).toList() + " "
                + (most == Integer.MAX_VALUE ? "all" : Integer.toString(most)));
        if (fails) {
            throw new IllegalStateException("the test's planner fails");
        }
        List<String> free = new ArrayList<>(containers);
        List<Placement> placements = new ArrayList<>();
        IntStream.range(0, waiting.size()).forEach(i -> {
            int container = free.indexOf(hostOf.getOrDefault(waiting.get(i).task(), ""));
            if (container >= 0 && placements.size() < most) {
                free.set(container, "taken");
                placements.add(new Placement(container, i, ReadPlace.SSD));
            }
        });
        return placements;
    }

    @Override
    public void stopped(Collection<Integer> maps) {
        stopped.addAll(maps);
    }

    @Override
    public void finished(Collection<Integer> maps) {
        finished.addAll(maps);
    }

    @Override
    public void close() {
        closed = true;
    }
}
