package io.tiercel.assign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class CostModelTest {
    /** Nodes 0 to 2 stand in rack 0, 3 and 4 in rack 1, 5 in rack 2. */
    private static final IntUnaryOperator RACKS = node -> new int[] {0, 0, 0, 1, 1, 2}[node];

    private static final CostModel MODEL = new CostModel(TierScores.TRIDENT, 40, 100, 39);

    private static double score(Preferences preferences, int node) {
        return preferences.cost(node, RACKS.applyAsInt(node)) / (double) CostModel.UNITS_PER_SCORE;
    }

    private static Block block(long bytes, Replica... replicas) {
        return new Block(bytes, List.of(replicas));
    }

    @Test
    void aNodeCostsItsTierItsRackAddsC1AndTheRestCostsC2() {
        Preferences task = MODEL.price(
                Task.reading(
                        block(128, new Replica(0, Tier.HDD), new Replica(1, Tier.SSD), new Replica(3, Tier.MEMORY))),
                RACKS);

        assertThat(score(task, 0)).isEqualTo(20);
        assertThat(score(task, 1)).isEqualTo(8);
        assertThat(score(task, 2)).as("the lowest score in the rack, plus c1").isEqualTo(48);
        assertThat(score(task, 3)).isEqualTo(1);
        assertThat(score(task, 4)).isEqualTo(41);
        assertThat(score(task, 5)).isEqualTo(100);
        assertThat(task.nodeTier(task.indexOf(1))).isEqualTo(Tier.SSD);
    }

    @Test
    void twoReplicasOnOneNodeCostTheBetterOne() {
        Preferences task =
                MODEL.price(Task.reading(block(1, new Replica(0, Tier.HDD), new Replica(0, Tier.MEMORY))), RACKS);

        assertThat(score(task, 0)).isEqualTo(1);
        assertThat(task.nodeTier(0)).isEqualTo(Tier.MEMORY);
    }

    @Test
    void severalBlocksCostTheirByteWeightedMean() {
        Task task = Task.reading(
                block(300, new Replica(0, Tier.SSD)), block(100, new Replica(1, Tier.HDD), new Replica(3, Tier.SSD)));
        Preferences price = MODEL.price(task, RACKS);

        assertThat(score(price, 0)).isEqualTo((300 * 8.0 + 100 * 60.0) / 400);
        assertThat(score(price, 1)).isEqualTo((300 * 48.0 + 100 * 20.0) / 400);
        assertThat(score(price, 2)).isEqualTo((300 * 48.0 + 100 * 60.0) / 400);
        assertThat(score(price, 3)).isEqualTo((300 * 100.0 + 100 * 8.0) / 400);
        assertThat(score(price, 4)).isEqualTo((300 * 100.0 + 100 * 48.0) / 400);
        assertThat(score(price, 5)).isEqualTo(100);
        assertThat(price.nodeTier(price.indexOf(0))).isEqualTo(Tier.SSD);
        assertThat(price.nodeTier(price.indexOf(1)))
                .as("most bytes come from elsewhere")
                .isEqualTo(Tier.REMOTE);
    }

    @Test
    void aMeanIsRoundedToTheNearestUnit() {
        Task task = Task.reading(block(1, new Replica(0, Tier.MEMORY)), block(2, new Replica(0, Tier.SSD)));

        assertThat(MODEL.price(task, RACKS).nodeCost(0)).isEqualTo(5667);
    }

    @Test
    void whatIsInMemoryCostsMemoryAndTheRestItsTier() {
        Replica whole = new Replica(0, Tier.HDD, Residency.FULL);
        Replica most = new Replica(1, Tier.HDD, new Residency(0.75, false));
        Replica less = new Replica(3, Tier.SSD, new Residency(0.25, false));
        Preferences task = MODEL.price(Task.reading(block(1, whole, most, less)), RACKS);

        assertThat(score(task, 0)).isEqualTo(1);
        assertThat(score(task, 1)).isEqualTo(0.75 * 1 + 0.25 * 20);
        assertThat(score(task, 2)).as("the copy in memory, plus c1").isEqualTo(41);
        assertThat(score(task, 3)).isEqualTo(0.25 * 1 + 0.75 * 8);
        assertThat(score(task, 4)).isEqualTo(40 + 0.25 * 1 + 0.75 * 8);
        assertThat(List.of(task.nodeTier(0), task.nodeTier(1), task.nodeTier(2)))
                .as("by most bytes")
                .containsExactly(Tier.MEMORY, Tier.MEMORY, Tier.SSD);
    }

    @Test
    void residentBlocksWeighByTheirBytes() {
        Task task = Task.reading(
                block(300, new Replica(0, Tier.SSD, Residency.FULL)), block(100, new Replica(0, Tier.HDD)));

        assertThat(score(MODEL.price(task, RACKS), 0)).isEqualTo((300 * 1.0 + 100 * 20.0) / 400);
    }

    /** Trident, section 4.1: higher than the slowest tier, lower than the rack-local cost. */
    @Test
    void aBlockOnItsWayCostsMoreThanTheSlowestTierAndLessThanTheRack() {
        Residency arriving = new Residency(0, true);
        Preferences task = MODEL.price(
                Task.reading(block(
                        1, new Replica(0, Tier.SSD, arriving), new Replica(1, Tier.SSD), new Replica(3, Tier.HDD))),
                RACKS);

        assertThat(score(task, 0)).isEqualTo(30);
        assertThat(score(task, 1)).as("another copy: dearer yet").isEqualTo(35);
        assertThat(score(task, 3)).isEqualTo(35);
        assertThat(score(task, 2)).as("over the network nothing is deferred").isEqualTo(48);
        assertThat(task.nodeTier(0)).as("run now it reads the device").isEqualTo(Tier.SSD);
    }

    @Test
    void aBlockThatIsHalfThereIsDeferredByHalf() {
        Preferences task =
                MODEL.price(Task.reading(block(1, new Replica(0, Tier.HDD, new Residency(0.5, true)))), RACKS);

        assertThat(score(task, 0)).isEqualTo(0.5 * 1 + 0.5 * 30);
    }

    @Test
    void aBlockOnItsWayIsNeverDearerThanC1() {
        CostModel model = new CostModel(TierScores.uniform(1, 8, 90, 100), 40, 100, 39);
        Preferences task = model.price(Task.reading(block(1, new Replica(0, Tier.HDD, new Residency(0, true)))), RACKS);

        assertThat(score(task, 0)).isEqualTo(40);
    }

    @Test
    void emptyBlocksWeighAlike() {
        Task task = Task.reading(block(0, new Replica(0, Tier.SSD)), block(0, new Replica(0, Tier.HDD)));

        assertThat(score(MODEL.price(task, RACKS), 0)).isEqualTo(14);
    }

    @Test
    void aBlockWithoutReplicasIsAsFarFromEverywhere() {
        Task task = Task.reading(block(1, new Replica(0, Tier.SSD)), block(1));

        assertThat(score(MODEL.price(task, RACKS), 0)).isEqualTo(54);
        assertThat(score(MODEL.price(task, RACKS), 5)).isEqualTo(100);
    }

    @Test
    void inputInTheProcessCostsNothing() {
        Preferences task = MODEL.price(new Task(List.of(block(1, new Replica(0, Tier.SSD))), List.of(4)), RACKS);

        assertThat(score(task, 4)).isZero();
        assertThat(task.nodeTier(task.indexOf(4))).isNull();
        assertThat(score(task, 3))
                .as("a cached partition is of no use to the rest of its rack")
                .isEqualTo(100);
    }

    @Test
    void aTaskWithoutPreferencesCostsC0Everywhere() {
        Preferences task = MODEL.price(new Task(List.of(), List.of()), RACKS);

        assertThat(task.size()).isZero();
        assertThat(score(task, 0)).isEqualTo(39);
    }

    @Test
    void scoresMayDifferByNode() {
        CostModel model = new CostModel((node, tier) -> node == 0 ? 5.5 : 8, 40, 100, 39);
        Preferences task =
                model.price(Task.reading(block(1, new Replica(0, Tier.SSD), new Replica(3, Tier.SSD))), RACKS);

        assertThat(score(task, 0)).isEqualTo(5.5);
        assertThat(score(task, 3)).isEqualTo(8);
        assertThat(score(task, 1)).isEqualTo(45.5);
    }

    @Test
    void refusesScoresOutOfRange() {
        assertThatThrownBy(() -> new CostModel(TierScores.TRIDENT, -1, 100, 39))
                .hasMessage("c1: expected a number from 0 to 1000000, got -1.0");
        CostModel broken = new CostModel((node, tier) -> Double.NaN, 40, 100, 39);
        assertThatThrownBy(() -> broken.price(Task.reading(block(1, new Replica(0, Tier.SSD))), RACKS))
                .hasMessage("score: expected a number from 0 to 1000000, got NaN");
    }

    /** Memory of its own is as fast as what arrives. */
    @Test
    void aCopyOnAMemoryTierIsNotDeferredWhileAnotherArrives() {
        Preferences task = MODEL.price(
                Task.reading(block(
                        128,
                        new Replica(0, Tier.MEMORY),
                        new Replica(1, Tier.HDD, new Residency(0, true)),
                        new Replica(3, Tier.HDD))),
                RACKS);

        assertThat(score(task, 0)).isEqualTo(1);
        assertThat(score(task, 1)).isEqualTo(30);
        assertThat(score(task, 3)).isEqualTo(35);
    }
}
