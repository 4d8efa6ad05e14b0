package io.tiercel.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.allocate.AttemptPreferences.Ask;
import io.tiercel.allocate.ContainerOrder.Next;
import io.tiercel.allocate.ContainerRequest.Scope;
import io.tiercel.yarn.NodeChoice.Node;
import io.tiercel.yarn.NodeChoice.Outstanding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
            List<Node> nodes, Map<String, Integer> containers, Map<String, Map<Double, Integer>> scores) {
        return new NodeChoice(
                nodes,
                new Outstanding(containers, Set.of(), true),
                new Ask(20, 0, scores),
                new int[nodes.size()],
                C1,
                C2);
    }

    /** Grants one container after the other, as YARN does. */
    private static List<String> grants(
            Map<String, Integer> containers, Map<String, Map<Double, Integer>> scores, int total, int... room) {
        NodeChoice choice = choice(NODES, containers, scores);
        List<String> granted = new ArrayList<>();
        while (granted.size() < total) {
            Optional<Next> next = choice.next(node -> room[node] > 0);
            if (next.isEmpty()) {
                break;
            }
            int node = next.get().node();
            room[node]--;
            choice.granted(node, next.get().scope());
            granted.add(NODES.get(node).host() + "=" + next.get().cost());
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

    /** As an application that names no host; YARN counts each container as one elsewhere. */
    @Test
    void aRequestForAnyNodeGoesByTheScoresOfNodes() {
        Ask scores = new Ask(0, 0, Map.of("N2", Map.of(S, 1), "N4", Map.of(M, 2), "N5", Map.of(H, 9)));
        NodeChoice choice = new NodeChoice(
                NODES, new Outstanding(Map.of(), Set.of(), true), scores, new int[] {0, 0, 0, 1, 0, 0}, C1, C2);
        List<Double> costs = new ArrayList<>();
        for (int container = 0; container < 3; container++) {
            Next next = choice.next(node -> true).orElseThrow();
            costs.add(next.cost());
            choice.granted(next.node(), Scope.ANY);
        }
        assertThat(costs).as("one at N4 was granted before").containsExactly(M, S, H);
        assertThat(choice.next(node -> node == 0)).contains(new Next(0, Scope.ANY, C2));
        choice.look(4);
        assertThat(choice.isCheaperElsewhere(0, node -> true)).isTrue();
    }

    @Test
    void theRackComesWhenItsNodesAreFull() {
        assertThat(grants(Map.of("N1", 2, RACK, 2), Map.of("N1", Map.of(M, 2)), 3, 1, 0, 0, 0, 1, 1))
                .containsExactly("N1=1.0", "N5=40.0", "N6=100.0");
    }

    @Test
    void aHostWithoutAScoreIsAsDearAsTheDearestWithOne() {
        NodeChoice choice = choice(
                NODES, Map.of("N1", 1, "N2", 1, "N3", 1, RACK, 3), Map.of("N1", Map.of(M, 1), "N3", Map.of(H, 1)));
        assertThat(choice.next(node -> node == 1)).contains(new Next(1, Scope.NODE, H));
        choice.look(4);
        assertThat(choice.next(node -> node == 4)).contains(new Next(4, Scope.RACK, C1));
    }

    /** As YARN counts: a container on a host is one of its rack, too. */
    @Test
    void aHostGetsNoMoreThanItsRackWasAskedFor() {
        assertThat(grants(Map.of("N1", 2, RACK, 1), Map.of("N1", Map.of(M, 2)), 2, 2, 1, 0, 0, 0, 0))
                .containsExactly("N1=1.0", "N2=100.0");
    }

    @Test
    void whatMayNotBeElsewhereIsNot() {
        Outstanding onlyThere = new Outstanding(Map.of("N1", 2, RACK, 2), Set.of(RACK), false);
        Ask memory = new Ask(20, 0, Map.of("N1", Map.of(M, 2)));
        NodeChoice strict = new NodeChoice(NODES, onlyThere, memory, new int[6], C1, C2);
        assertThat(strict.next(node -> true)).contains(new Next(0, Scope.NODE, M));
        assertThat(strict.next(node -> node > 0)).isEmpty();
    }

    @Test
    void aRackThatCannotBeRelaxedHasOnlyTheHostsThatWereAskedFor() {
        List<Node> nodes = List.of(new Node("N1", RACK), new Node("N2", RACK), new Node("N9", "/rack-2"));
        Outstanding strict = new Outstanding(Map.of("N1", 1, RACK, 1), Set.of(RACK), true);
        NodeChoice choice =
                new NodeChoice(nodes, strict, new Ask(20, 0, Map.of("N1", Map.of(M, 1))), new int[3], C1, C2);
        assertThat(choice.next(node -> true)).contains(new Next(0, Scope.NODE, M));
        assertThat(choice.next(node -> node > 0)).contains(new Next(2, Scope.ANY, C2));
    }

    @Test
    void afterOneThatIsRefusedComesTheNextThatWasAskedFor() {
        NodeChoice choice = choice(
                NODES, Map.of("N1", 1, "N2", 1, "N3", 1, RACK, 3), Map.of("N1", Map.of(S, 1), "N3", Map.of(M, 1)));
        assertThat(choice.next(node -> true)).contains(new Next(2, Scope.NODE, M));
        assertThat(choice.after(2, node -> true)).contains(new Next(0, Scope.NODE, S));
        assertThat(choice.after(2, node -> node != 0)).contains(new Next(1, Scope.NODE, S));
        assertThat(choice.after(1, node -> true)).isEmpty();
        assertThat(choice.isCheaperElsewhere(0, node -> true)).isTrue();
        assertThat(choice.isCheaperElsewhere(2, node -> true)).isFalse();
    }

    @Test
    void aNodeWithoutRoomIsLookedAtAgain() {
        NodeChoice choice =
                choice(NODES, Map.of("N1", 1, "N2", 1, RACK, 2), Map.of("N1", Map.of(M, 1), "N2", Map.of(S, 1)));
        assertThat(choice.next(node -> node != 0)).contains(new Next(1, Scope.NODE, S));
        assertThat(choice.next(node -> true)).as("left out").contains(new Next(1, Scope.NODE, S));
        choice.look(0);
        assertThat(choice.next(node -> true)).contains(new Next(0, Scope.NODE, M));
    }

    /** N1 has no room. Waiting for it could save 20, 39 or 99 of 100, or nothing. */
    @Test
    void theDelayIsAsLongAsWhatItCouldSave() {
        NodeChoice disk = choice(NODES, Map.of("N1", 1, RACK, 1), Map.of("N1", Map.of(H, 1)));
        NodeChoice memory = choice(NODES, Map.of("N1", 1, RACK, 1), Map.of("N1", Map.of(M, 1)));
        NodeChoice rack = choice(NODES, Map.of(RACK, 1, "/full", 1), Map.of());
        assertThat(disk.turns(new Next(1, Scope.RACK, C1), 7)).isEqualTo(5);
        assertThat(memory.turns(new Next(1, Scope.RACK, C1), 7)).isEqualTo(3);
        assertThat(memory.turns(new Next(1, Scope.ANY, C2), 7)).isEqualTo(2);
        assertThat(memory.turns(new Next(1, Scope.ANY, C2 + M), 7))
                .as("at most")
                .isEqualTo(1);
        assertThat(rack.turns(new Next(1, Scope.RACK, C1), 7))
                .as("nothing to save")
                .isEqualTo(7);
        assertThat(disk.turns(new Next(1, Scope.NODE, H), 7))
                .as("nothing to save")
                .isEqualTo(7);
    }
}
