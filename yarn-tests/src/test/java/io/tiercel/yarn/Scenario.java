package io.tiercel.yarn;

import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A small cluster and what applications want there, drawn from a seed. Nodes are numbered.
 *
 * @param room per node: containers that fit there when it is empty
 * @param occupied per node: containers of another application that are there already
 * @param waves what is asked for together; before each but the first, every second container of the applications ends
 */
record Scenario(long seed, int[] rackOf, int[] room, int[] occupied, List<List<Want>> waves) {
    private static final int MOST_NODES = 10;
    private static final int MOST_TASKS = 12;

    /**
     * The tasks of an application that read their input with one priority.
     *
     * @param isAnywhere whether containers are asked for on any node, and scores alone say where the input is
     */
    record Want(int application, int priority, List<Task> tasks, boolean isAnywhere) {}

    static Scenario of(long seed) {
        Random random = new Random(seed);
        Random anywhere = new Random(~seed);
        int nodes = 2 + random.nextInt(MOST_NODES - 1);
        int[] racks = random.ints(nodes, 0, 1 + random.nextInt(3)).toArray();
        int[] room = random.ints(nodes, 0, 8).toArray();
        int[] occupied = IntStream.of(room)
                .map(most -> random.nextBoolean() ? 0 : random.nextInt(most + 1))
                .toArray();
        List<List<Want>> waves = new ArrayList<>();
        int applications = 1 + random.nextInt(3);
        for (int wave = 0; wave <= random.nextInt(2); wave++) {
            List<Want> wants = new ArrayList<>();
            for (int application = 0; application < applications; application++) {
                for (int request = 0; request <= random.nextInt(2); request++) {
                    wants.add(
                            new Want(application, 10 * wave + request, tasks(random, nodes), anywhere.nextInt(3) == 0));
                }
            }
            waves.add(wants);
        }
        return new Scenario(seed, racks, room, occupied, waves);
    }

    private static List<Task> tasks(Random random, int nodes) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, nodes).boxed().toList());
        List<Task> tasks = new ArrayList<>();
        int count = 1 + random.nextInt(MOST_TASKS);
        for (int task = 0; task < count; task++) {
            Collections.shuffle(order, random);
            int replicas = Math.min(nodes, task == 0 ? 1 : random.nextInt(4));
            tasks.add(Task.reading(new Block(
                    128,
                    order.subList(0, replicas).stream()
                            .map(node -> new Replica(node, Tier.values()[random.nextInt(3)]))
                            .toList())));
        }
        return tasks;
    }
}
