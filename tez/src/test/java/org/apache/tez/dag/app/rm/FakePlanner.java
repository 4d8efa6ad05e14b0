package org.apache.tez.dag.app.rm;

import io.tiercel.containers.Placement;
import io.tiercel.record.ReadPlace;
import io.tiercel.tez.TaskPlanner;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Puts tasks on the hosts that the test says, where these have containers; others are left. */
final class FakePlanner implements TaskPlanner {
    final List<String> questions = new ArrayList<>();
    final List<String> told = Collections.synchronizedList(new ArrayList<>());
    final Set<Object> unknown = new HashSet<>();
    ReadPlace reads = ReadPlace.SSD;
    boolean fails;
    boolean asks;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Map<Object, String> hostOf = new HashMap<>();

    FakePlanner put(Object task, String host) {
        hostOf.put(task, host);
        return this;
    }

    @Override
    public void requested(Object task) {
        told.add("requested " + task);
    }

    @Override
    public void awaitInput() {}

    @Override
    public boolean knows(Object task) {
        return !unknown.contains(task);
    }

    @Override
    public List<Placement> round(List<String> containers, List<Waiting> waiting, Predicate<Placement> accepted) {
        questions.add(containers + " " + waiting.stream().map(Waiting::task).toList());
        if (fails) {
            throw new IllegalStateException("the test's planner fails");
        }
        List<String> free = new ArrayList<>(containers);
        List<Placement> placements = new ArrayList<>();
        IntStream.range(0, waiting.size()).forEach(i -> {
            int container = free.indexOf(hostOf.getOrDefault(waiting.get(i).task(), ""));
            Placement placement = new Placement(container, i, reads);
            if (container >= 0 && accepted.test(placement)) {
                free.set(container, "taken");
                placements.add(placement);
            }
        });
        return placements;
    }

    @Override
    public boolean hasUnrequestedInput(int vertex) {
        return asks;
    }

    @Override
    public void succeeded(Object task) {
        told.add("succeeded " + task);
    }

    @Override
    public void failed(Object task) {
        told.add("failed " + task);
    }

    @Override
    public void dagComplete() {
        told.add("complete");
    }

    @Override
    public void close() {
        told.add("closed");
        closed.countDown();
    }

    void awaitClosed() throws InterruptedException {
        if (!closed.await(1, TimeUnit.MINUTES)) {
            throw new AssertionError("nobody closes the planner");
        }
    }
}
