package io.tiercel.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.allocate.AttemptPreferences.Ask;
import io.tiercel.allocate.ContainerAllocation.Container;
import io.tiercel.yarn.NodeChoice.Node;
import io.tiercel.yarn.NodeChoice.Outstanding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
            Map<String, Integer> containers, int total, Map<String, Map<Double, Integer>> scores) {
        return new NodeChoice(NODES, new Outstanding(containers, total, true), new Ask(20, 0, scores), C1, C2);
    }

    /** Grants one container after the other, as YARN does. */
    private static List<String> grants(
            Map<String, Integer> containers, Map<String, Map<Double, Integer>> scores, int total, int... room) {
        Map<String, Integer> left = new HashMap<>(containers);
        int[] held = new int[room.length];
        List<String> granted = new ArrayList<>();
        while (granted.size() < total) {
            boolean[] hasRoom = new boolean[room.length];
            for (int node = 0; node < room.length; node++) {
                hasRoom[node] = room[node] > held[node];
            }
            List<Container> cheapest =
                    choice(left, total - granted.size(), scores).cheapest(hasRoom, held);
            if (cheapest.isEmpty()) {
                break;
            }
            Container next = cheapest.get(0);
            held[next.node()]++;
            left.computeIfPresent(NODES.get(next.node()).host(), (host, count) -> count - 1);
            left.computeIfPresent(RACK, (rack, count) -> count - 1);
            granted.add(NODES.get(next.node()).host() + "=" + next.cost());
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
        NodeChoice choice =
                choice(Map.of("N1", 1, "N2", 1, "N3", 1, RACK, 1), 1, Map.of("N1", Map.of(M, 1), "N3", Map.of(H, 1)));
        assertThat(choice.cost(1)).isEqualTo(H);
        assertThat(choice.cost(4)).isEqualTo(C1);
    }

    @Test
    void whatMayNotBeElsewhereIsNot() {
        NodeChoice strict = new NodeChoice(
                NODES, new Outstanding(Map.of("N1", 2), 2, false), new Ask(20, 0, Map.of("N1", Map.of(M, 2))), C1, C2);
        boolean[] all = {true, true, true, true, true, true};
        assertThat(strict.cheapest(all, new int[6])).containsExactly(new Container(0, M));
        all[0] = false;
        assertThat(strict.cheapest(all, new int[6])).isEmpty();
        assertThat(strict.cost(1)).isInfinite();
    }

    /** Waiting could save 20, 39 or 99 of 100, in turns of YARN's delay at a time; or nothing, since no container on a certain node is asked for. */
    @Test
    void theDelayIsAsLongAsWhatItCouldSave() {
        NodeChoice disk = choice(Map.of("N1", 1, RACK, 1), 1, Map.of("N1", Map.of(H, 1)));
        NodeChoice memory = choice(Map.of("N1", 1, RACK, 1), 1, Map.of("N1", Map.of(M, 1)));
        NodeChoice rack = choice(Map.of(RACK, 1), 1, Map.of());
        assertThat(disk.turns(new Container(1, C1))).isEqualTo(5);
        assertThat(memory.turns(new Container(1, C1))).isEqualTo(3);
        assertThat(memory.turns(new Container(1, C2))).isEqualTo(2);
        assertThat(rack.turns(new Container(1, C1))).isEqualTo(6);
        assertThat(disk.turns(new Container(1, H))).as("nothing to save").isEqualTo(6);
    }
}
