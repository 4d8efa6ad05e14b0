package io.tiercel.assign;

import static io.tiercel.assign.Round.hdd;
import static io.tiercel.assign.Round.ssd;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;

class MixApartPolicyTest extends AssignmentPolicyContract {
    @Override
    AssignmentPolicy policy() {
        return new MixApartPolicy();
    }

    private static Replica arriving(int node) {
        return new Replica(node, Tier.SSD, new Residency(0, true));
    }

    /** Nodes 0 and 1 share a rack, node 2 has its own. Node 0 offers all slots. */
    private static Round offerOfNode0(int slots) {
        return Round.racks(0, 0, 1).slots(slots, 0, 0);
    }

    @Test
    void algorithm1GoesThroughItsSixLevelsInOrder() {
        AssignmentProblem problem = offerOfNode0(7)
                .taskWithoutInput()
                .task(arriving(2))
                .task(ssd(2))
                .task(arriving(1))
                .task(arriving(0))
                .task(ssd(1))
                .task(ssd(0))
                .problem();

        assertThat(policy().decide(problem).reasons())
                .containsExactly(
                        Reason.NO_PREFERENCE,
                        Reason.ARRIVING_ELSEWHERE,
                        Reason.CACHED_ELSEWHERE,
                        Reason.ARRIVING_IN_RACK,
                        Reason.ARRIVING_HERE,
                        Reason.CACHED_IN_RACK,
                        Reason.DATA_LOCAL);
        for (int slots = 1; slots <= 6; slots++) {
            int offered = slots;
            assertThat(policy().assign(new AssignmentProblem(
                                    new int[] {0, 0, 1}, new int[] {offered, 0, 0}, problem.tasks()))
                            .toArray())
                    .as("the last %d tasks get the %d slots", slots, slots)
                    .satisfies(nodes -> {
                        for (int task = 0; task < nodes.length; task++) {
                            assertThat(nodes[task]).isEqualTo(task >= nodes.length - offered ? 0 : Assignment.NONE);
                        }
                    });
        }
    }

    @Test
    void figure2StartsCachedTasksAndThenThoseWhoseTransferHasBegun() {
        Round cached = Round.racks(0, 0)
                .task(ssd(0))
                .task(Task.reading(new Block(128, List.of())))
                .task(ssd(1))
                .task(Task.reading(new Block(128, List.of())));
        Round underWay = Round.racks(0, 0).task(arriving(0)).task(arriving(1));

        assertThat(policy().assign(cached.problem()).toArray()).containsExactly(0, -1, 1, -1);
        assertThat(policy().assign(underWay.problem()).toArray()).containsExactly(0, 1);
    }

    @Test
    void aCachedCopyInTheRackComesBeforeOneOnItsWayHere() {
        Decision decision =
                policy().decide(offerOfNode0(1).task(arriving(0)).task(ssd(1)).problem());

        assertThat(decision.assignment().toArray()).containsExactly(-1, 0);
        assertThat(decision.reason(1)).isEqualTo(Reason.CACHED_IN_RACK);
    }

    @Test
    void aCachedCopyOfATaskCountsBeforeItsOtherCopyOnItsWay() {
        Decision decision = policy().decide(offerOfNode0(2)
                .task(arriving(0), ssd(1))
                .task(arriving(1), ssd(2))
                .problem());

        assertThat(decision.reasons()).containsExactly(Reason.CACHED_IN_RACK, Reason.ARRIVING_IN_RACK);
    }

    @Test
    void noNodeTakesATaskThatAnotherFreeNodeHasCached() {
        Decision decision =
                policy().decide(Round.racks(0, 0).task(ssd(1)).task(arriving(0)).problem());

        assertThat(decision.assignment().toArray()).containsExactly(1, 0);
        assertThat(decision.reasons()).containsExactly(Reason.DATA_LOCAL, Reason.ARRIVING_HERE);
    }

    @Test
    void isBlindToTiersAndWaitsForNoNode() {
        AssignmentProblem problem =
                offerOfNode0(1).task(hdd(0)).task(new Replica(0, Tier.MEMORY)).problem();

        assertThat(policy().assign(problem).toArray()).containsExactly(0, -1);
        assertThat(policy().holdScope()).isEqualTo(HoldScope.NOTHING);
        assertThat(policy().decide(problem).reason(0).isEngineLevel()).isFalse();
    }

    @Test
    void ofSeveralBlocksThoseWithMostBytesOnTheNodeCount() {
        Task mostHere = Task.reading(new Block(90, List.of(ssd(0))), new Block(10, List.of(arriving(0))));
        Task mostArriving = Task.reading(new Block(10, List.of(ssd(0))), new Block(90, List.of(arriving(0))));

        Decision decision = policy().decide(
                        offerOfNode0(2).task(mostArriving).task(mostHere).problem());

        assertThat(decision.reasons()).containsExactly(Reason.ARRIVING_HERE, Reason.DATA_LOCAL);
    }
}
