package io.tiercel.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.allocate.AttemptPreferences.Ask;
import io.tiercel.allocate.ContainerAllocation.Container;
import io.tiercel.yarn.NodeChoice.Node;
import io.tiercel.yarn.NodeChoice.Outstanding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeChoiceTest {
    private static final double M = 1;
    private static final double S = 8;
    private static final double H = 20;
    private static final double C1 = 40;
    private static final double C2 = 100;
    private static final String RACK = "/rack-1";

    private static final List<Node> NODES =
            IntStream.rangeClosed(1, 6).mapToObj(i -> new Node("N" + i, RACK)).toList();

    private static NodeChoice choice(
            List<Node> nodes, Map<String, Integer> containers, int total, Map<String, Map<Double, Integer>> scores) {
        return new NodeChoice(
                nodes, new Outstanding(containers, Set.of(), total, true), new Ask(20, 0, scores), C1, C2);
    }

    /** Grants one container after the other, as YARN does. */
    private static List<String> grants(
            Map<String, Integer> containers, Map<String, Map<Double, Integer>> scores, int total, int... room) {
        Map<String, Integer> left = new HashMap<>(containers);
        int[] held = new int[room.length];
        List<String> granted = new ArrayList<>();
        while (granted.size() < total) {
            int[] free = IntStream.range(0, room.length)
                    .filter(node -> room[node] > held[node])
                    .toArray();
            List<Node> nodes = Arrays.stream(free).mapToObj(NODES::get).toList();
            List<Container> cheapest = choice(nodes, left, total - granted.size(), scores)
                    .cheapest(Arrays.stream(free).map(node -> held[node]).toArray());
            if (cheapest.isEmpty()) {
                break;
            }
            Container next = cheapest.get(0);
            int node = free[next.node()];
            held[node]++;
            left.computeIfPresent(NODES.get(node).host(), (host, count) -> count - 1);
            left.computeIfPresent(RACK, (rack, count) -> count - 1);
            granted.add(NODES.get(node).host() + "=" + next.cost());
        }
        return granted;
    }

    /** Room: one at N2, none at N3. */
    @Test
    void tridentsFigureSeven() {
        assertThat(grants(
                        Map.of("N1", 2, "N2", 2, "N3", 2, "N4", 3, RACK, 3),
                        Map.of(
                                "N1", Map.of(M, 1, H, 1),
                                "N2", Map.of(M, 1, S, 1),
                                "N3", Map.of(H, 2),
                                "N4", Map.of(S, 2, H, 1)),
                        3,
                        4,
                        1,
                        0,
                        4,
                        2,
                        1))
                .containsExactly("N1=1.0", "N2=1.0", "N4=8.0");
    }

    /** Nodes in the order of their numbers would give one each. */
    @Test
    void twoInMemoryOnOneNodeGoBeforeAnSsd() {
        assertThat(grants(
                        Map.of("N1", 2, "N2", 2, "N4", 3, RACK, 3),
                        Map.of("N1", Map.of(M, 2), "N2", Map.of(H, 2), "N4", Map.of(S, 1, H, 2)),
                        3,
                        4,
                        1,
                        0,
                        4,
                        2,
                        1))
                .containsExactly("N1=1.0", "N1=1.0", "N4=8.0");
    }

    @Test
    void theRackComesWhenItsNodesAreFull() {
        assertThat(grants(Map.of("N1", 2, RACK, 2), Map.of("N1", Map.of(M, 2)), 3, 1, 0, 0, 0, 1, 1))
                .containsExactly("N1=1.0", "N5=40.0", "N6=100.0");
    }

    @Test
    void aHostWithoutAScoreIsAsDearAsTheDearestWithOne() {
        NodeChoice choice = choice(
                NODES, Map.of("N1", 1, "N2", 1, "N3", 1, RACK, 1), 1, Map.of("N1", Map.of(M, 1), "N3", Map.of(H, 1)));
        assertThat(choice.cost(1)).isEqualTo(H);
        assertThat(choice.cost(4)).isEqualTo(C1);
    }

    @Test
    void whatMayNotBeElsewhereIsNot() {
        Outstanding onlyThere = new Outstanding(Map.of("N1", 2), Set.of(), 2, false);
        Ask memory = new Ask(20, 0, Map.of("N1", Map.of(M, 2)));
        NodeChoice strict = new NodeChoice(NODES, onlyThere, memory, C1, C2);
        assertThat(strict.cheapest(new int[6])).containsExactly(new Container(0, M));
        assertThat(strict.cost(1)).isInfinite();
        NodeChoice others = new NodeChoice(NODES.subList(1, 6), onlyThere, memory, C1, C2);
        assertThat(others.cheapest(new int[5])).isEmpty();
    }

    @Test
    void aRackThatCannotBeRelaxedHasOnlyTheHostsThatWereAskedFor() {
        List<Node> nodes = List.of(new Node("N1", RACK), new Node("N2", RACK), new Node("N9", "/rack-2"));
        Outstanding strict = new Outstanding(Map.of("N1", 1), Set.of(RACK), 3, true);
        NodeChoice choice = new NodeChoice(nodes, strict, new Ask(20, 0, Map.of("N1", Map.of(M, 1))), C1, C2);
        assertThat(choice.cheapest(new int[3])).containsExactly(new Container(0, M), new Container(2, C2));
        assertThat(choice.cost(1)).isInfinite();
    }

    /** N1 has no room. Waiting for it could save 20, 39 or 99 of 100, or nothing. */
    @Test
    void theDelayIsAsLongAsWhatItCouldSave() {
        List<Node> rest = NODES.subList(1, 6);
        NodeChoice disk = choice(rest, Map.of("N1", 1, RACK, 1), 1, Map.of("N1", Map.of(H, 1)));
        NodeChoice memory = choice(rest, Map.of("N1", 1, RACK, 1), 1, Map.of("N1", Map.of(M, 1)));
        NodeChoice rack = choice(rest, Map.of(RACK, 1, "/full", 1), 1, Map.of());
        assertThat(disk.turns(new Container(1, C1), 7)).isEqualTo(5);
        assertThat(memory.turns(new Container(1, C1), 7)).isEqualTo(3);
        assertThat(memory.turns(new Container(1, C2), 7)).isEqualTo(2);
        assertThat(memory.turns(new Container(1, C2 + M), 7)).as("at most").isEqualTo(1);
        assertThat(rack.turns(new Container(1, C1), 7)).as("nothing to save").isEqualTo(7);
        assertThat(disk.turns(new Container(1, H), 7)).as("nothing to save").isEqualTo(7);
    }
}
