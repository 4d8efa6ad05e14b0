package io.tiercel.assign;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Decides as a reference that reads algorithm 1 line by line, from replicas instead of price lists. */
public class MixApartPolicyPropertyTest {
    private static final Residency ON_ITS_WAY = new Residency(0, true);

    static IntStream seeds() {
        return IntStream.range(0, 500);
    }

    /** A cluster, and tasks of one block each with copies that are cached or on their way. */
    public record World(int[] rackOf, int[] slots, List<Task> tasks) {
        public static World of(long seed) {
            Random random = new Random(seed);
            int nodes = 1 + random.nextInt(10);
            int[] rackOf = random.ints(nodes, 0, 1 + random.nextInt(Math.min(nodes, 4)))
                    .toArray();
            int[] slots = random.ints(nodes, 0, 3).toArray();
            List<Task> tasks = new ArrayList<>();
            for (int t = random.nextInt(20); t > 0; t--) {
                List<Replica> replicas = new ArrayList<>();
                int[] holders =
                        random.ints(random.nextInt(3), 0, nodes).distinct().toArray();
                for (int node : holders) {
                    Residency residency = random.nextBoolean() ? ON_ITS_WAY : Residency.NONE;
                    replicas.add(new Replica(node, Tier.SSD, residency));
                }
                tasks.add(Task.reading(new Block(64, replicas)));
            }
            return new World(rackOf, slots, tasks);
        }

        public AssignmentProblem problem() {
            return new AssignmentProblem(
                    rackOf,
                    slots,
                    tasks.stream()
                            .map(task -> CostModel.trident().price(task, node -> rackOf[node]))
                            .toList());
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void decidesAsTheReference(int seed) {
        World world = World.of(seed);

        assertThat(new MixApartPolicy().assign(world.problem()).toArray()).isEqualTo(reference(world));
    }

    private static int[] reference(World world) {
        int[] nodeOf = new int[world.tasks.size()];
        Arrays.fill(nodeOf, Assignment.NONE);
        int[] free = world.slots.clone();
        for (int level = 0; level < 7; level++) {
            boolean placed = true;
            while (placed) {
                placed = false;
                for (int node = 0; node < free.length; node++) {
                    for (int task = 0; task < nodeOf.length && free[node] > 0; task++) {
                        if (nodeOf[task] == Assignment.NONE && level(world, task, node) == level) {
                            nodeOf[task] = node;
                            free[node]--;
                            placed = true;
                            break; // the node's next offer comes in the next turn
                        }
                    }
                }
            }
        }
        return nodeOf;
    }

    /** The best of the lines 5, 7, 9, 11, 13 and 15 that holds, as 0 to 5; 6 for none. */
    private static int level(World world, int task, int node) {
        int best = 6;
        boolean localArrives = false;
        boolean rackHas = false;
        for (Replica replica : world.tasks.get(task).blocks().get(0).replicas()) {
            boolean arrives = replica.residency().arriving();
            boolean inRack = world.rackOf[replica.node()] == world.rackOf[node];
            if (replica.node() == node) {
                best = Math.min(best, arrives ? 2 : 0);
                localArrives |= arrives;
            }
            if (inRack) {
                best = Math.min(best, arrives ? 3 : 1);
                rackHas |= !arrives;
            }
            best = Math.min(best, arrives ? 5 : 4);
        }
        assertThat(best == 2).as("on its way here, and not cached in the rack").isEqualTo(localArrives && !rackHas);
        return best;
    }
}
