package io.tiercel.allocate;

import static io.tiercel.allocate.ContainerRequest.Scope.ANY;
import static io.tiercel.allocate.ContainerRequest.Scope.NODE;
import static io.tiercel.allocate.ContainerRequest.Scope.RACK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.allocate.ContainerAllocation.Container;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ContainerAllocationTest {
    private static final double M = 1;
    private static final double S = 8;
    private static final double H = 20;
    private static final double C1 = 40;
    private static final double C2 = 100;

    /** Trident's Fig. 7, nodes from 0: T1 and T2 list N1, T1 and T3 N2, all three N4; N3 has T2 and T3 on HDDs. */
    private static final List<Task> FIGURE_SEVEN = List.of(
            task(new Replica(0, Tier.MEMORY), new Replica(1, Tier.SSD), new Replica(3, Tier.HDD)),
            task(new Replica(0, Tier.HDD), new Replica(3, Tier.SSD), new Replica(2, Tier.HDD)),
            task(new Replica(1, Tier.MEMORY), new Replica(3, Tier.SSD), new Replica(2, Tier.HDD)));

    private static Task task(Replica... replicas) {
        return Task.reading(new Block(128, List.of(replicas)));
    }

    private static List<ContainerRequest> requests(List<Task> tasks, int[] rackOf) {
        return new ContainerRequests((block, replica) -> score(replica.tier()), node -> rackOf[node], C1).of(tasks);
    }

    private static double score(Tier tier) {
        return switch (tier) {
            case MEMORY -> M;
            case SSD -> S;
            case HDD -> H;
            case REMOTE -> C2;
        };
    }

    @Test
    void figureSevensRequests() {
        assertThat(requests(FIGURE_SEVEN, new int[6]))
                .containsExactly(
                        new ContainerRequest(NODE, 0, Map.of(M, 1, H, 1)),
                        new ContainerRequest(NODE, 1, Map.of(M, 1, S, 1)),
                        new ContainerRequest(NODE, 2, Map.of(H, 2)),
                        new ContainerRequest(NODE, 3, Map.of(S, 2, H, 1)),
                        new ContainerRequest(RACK, 0, Map.of(M, 2, S, 1)),
                        new ContainerRequest(ANY, 0, Map.of(M, 2, S, 1)));
    }

    @Test
    void figureSeven() {
        List<Container> granted = new ContainerAllocation(new int[6], C1, C2)
                .allocate(requests(FIGURE_SEVEN, new int[6]), new int[] {3, 1, 0, 4, 2, 2}, 3);

        assertThat(granted).containsExactly(new Container(0, M), new Container(1, M), new Container(3, S));
    }

    @Test
    void rackAndOtherNodesFillUpWhatIsMissing() {
        int[] racks = {0, 0, 0, 0, 0, 1};
        List<Container> granted = new ContainerAllocation(racks, C1, C2)
                .allocate(requests(FIGURE_SEVEN, racks), new int[] {1, 0, 0, 0, 1, 5}, 3);

        assertThat(granted).containsExactly(new Container(0, M), new Container(4, C1 + M), new Container(5, C2));
    }

    @Test
    void noMoreThanIsAllowed() {
        assertThat(new ContainerAllocation(new int[6], C1, C2)
                        .allocate(requests(FIGURE_SEVEN, new int[6]), new int[] {9, 9, 9, 9, 9, 9}, 1))
                .containsExactly(new Container(0, M));
        assertThat(new ContainerAllocation(new int[6], C1, C2).allocate(List.of(), new int[6], 5))
                .isEmpty();
    }

    /** Four tasks on the HDDs of four nodes, each of which could hold them all: every node gets one. */
    @Test
    void equalCostsAreSpreadOverTheNodes() {
        List<Task> tasks = List.of(
                task(new Replica(0, Tier.HDD), new Replica(1, Tier.HDD)),
                task(new Replica(1, Tier.HDD), new Replica(2, Tier.HDD)),
                task(new Replica(2, Tier.HDD), new Replica(3, Tier.HDD)),
                task(new Replica(3, Tier.HDD), new Replica(0, Tier.HDD)));
        assertThat(new ContainerAllocation(new int[4], C1, C2)
                        .allocate(requests(tasks, new int[4]), new int[] {4, 4, 4, 4}, 4))
                .extracting(Container::node)
                .containsExactly(0, 1, 2, 3);
    }

    /** Granted one at a time, as resource managers do it, the same four tasks spread as well. */
    @Test
    void equalCostsAreSpreadWhenContainersAreGrantedOneByOne() {
        ContainerAllocation allocation = new ContainerAllocation(new int[3], C1, C2);
        List<ContainerRequest> requests = List.of(
                new ContainerRequest(NODE, 0, Map.of(H, 4)),
                new ContainerRequest(NODE, 1, Map.of(H, 4)),
                new ContainerRequest(NODE, 2, Map.of(S, 1, H, 3)));
        int[] held = new int[3];
        int[] left = {4, 4, 4};
        StringBuilder order = new StringBuilder();
        for (int granted = 0; granted < 6; granted++) {
            List<ContainerRequest> outstanding = IntStream.range(0, 3)
                    .mapToObj(node -> requests.get(node).outstanding(left[node]))
                    .toList();
            int node = allocation
                    .allocate(outstanding, new int[] {1, 1, 1}, held, 1)
                    .get(0)
                    .node();
            order.append(node);
            held[node]++;
            left[node]--;
        }
        assertThat(order).hasToString("201012");
    }

    @Test
    void theCheapestContainersAreGrantedFirst() {
        ContainerRequest request = new ContainerRequest(NODE, 0, Map.of(M, 1, S, 2, H, 3));

        assertThat(request.outstanding(6)).isEqualTo(request);
        assertThat(request.outstanding(4).scores()).isEqualTo(Map.of(S, 1, H, 3));
        assertThat(request.outstanding(0).scores()).isEmpty();
        assertThat(request.outstanding(8).scores()).isEqualTo(Map.of(M, 1, S, 2, H, 5));
        assertThat(new ContainerRequest(RACK, 0, Map.of()).outstanding(2).scores())
                .isEqualTo(Map.of(0.0, 2));
    }

    @Test
    void heldOfOtherLengthIsRefused() {
        assertThatThrownBy(() ->
                        new ContainerAllocation(new int[6], C1, C2).allocate(List.of(), new int[6], new int[5], 5))
                .hasMessage("held: expected 6 nodes, got 5");
    }

    @Test
    void roomOfOtherLengthIsRefused() {
        assertThatThrownBy(() -> new ContainerAllocation(new int[6], C1, C2).allocate(List.of(), new int[2], 5))
                .hasMessage("room: expected 6 nodes, got 2");
    }

    /** Whatever is asked: never more than needed, than allowed or than fits; and all that fits if that is too little. */
    @Test
    void countsHoldInSeededWorlds() {
        for (long seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            int nodes = 1 + random.nextInt(8);
            int[] racks = random.ints(nodes, 0, 3).toArray();
            int[] room = random.ints(nodes, 0, 4).toArray();
            List<Task> tasks = IntStream.range(0, random.nextInt(12))
                    .mapToObj(t -> task(random.ints(random.nextInt(4), 0, nodes)
                            .mapToObj(node -> new Replica(node, Tier.values()[random.nextInt(3)]))
                            .toArray(Replica[]::new)))
                    .toList();
            int most = random.nextInt(12);
            List<Container> granted =
                    new ContainerAllocation(racks, C1, C2).allocate(requests(tasks, racks), room, most);

            assertThat(granted)
                    .as("seed " + seed)
                    .hasSize(Math.min(
                            Math.min(most, tasks.size()), Arrays.stream(room).sum()));
            for (int node = 0; node < nodes; node++) {
                int on = node;
                assertThat(granted.stream().filter(container -> container.node() == on))
                        .as("seed " + seed + " node " + node)
                        .hasSizeLessThanOrEqualTo(room[node]);
            }
            assertThat(granted).as("seed " + seed).isSortedAccordingTo((a, b) -> Double.compare(a.cost(), b.cost()));
        }
    }

    /** Without a request for anywhere the need is what nodes or racks ask for, whichever is more. */
    @Test
    void requestsForRacksAloneAreGranted() {
        ContainerAllocation allocation = new ContainerAllocation(new int[] {0, 0, 1}, C1, C2);
        ContainerRequest rack = new ContainerRequest(RACK, 0, Map.of(S, 2));
        ContainerRequest node = new ContainerRequest(NODE, 2, Map.of(H, 1));

        assertThat(allocation.allocate(List.of(rack), new int[] {1, 1, 4}, 9))
                .containsExactlyInAnyOrder(new Container(0, C1 + S), new Container(1, C1 + S));
        assertThat(allocation.allocate(List.of(node, rack), new int[] {1, 1, 4}, 9))
                .as("the racks' two")
                .hasSize(2);
    }
}
