package io.tiercel.sim.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.model.Tier;
import io.tiercel.sim.whatif.LoggedStage.LoggedTask;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class StageGainTest {
    private static final long MB = 1_000_000;
    private static final Offset<Double> CLOSE = within(1e-9);

    /** All on disks of 100 MB/s, memory of 1,000 MB/s, links of 50 MB/s, room for 1 GB on each node. */
    private static final Assumptions DISKS = new Assumptions(
            Map.of(Tier.HDD, 1.0), Map.of(Tier.HDD, 100.0 * MB, Tier.MEMORY, 1_000.0 * MB), 50 * MB, 3, 1_000 * MB);

    private static LoggedTask task(String host, String locality, long from, long to, double waited, long bytes) {
        return new LoggedTask(host, locality, from, to, (long) (waited * 1e9), bytes);
    }

    /**
     * Two nodes with a slot each. On one 200 MB from the disk beside the task (2 s of 5), on the other over the network (4 s of 7). Local saves 2 s of the
     * latter; in memory both take 0.2 s; without wait the stage ends with the task that computes for 3 s.
     */
    @Test
    void gainsAreThoseByHand() {
        LoggedStage stage = new LoggedStage(
                1,
                "s",
                List.of(task("a", "NODE_LOCAL", 0, 5_000, 2, 200 * MB), task("b", "ANY", 0, 7_000, 4, 200 * MB)));
        StageGain gain = StageGain.of(stage, DISKS);

        assertThat(stage.slots()).isEqualTo(2);
        assertThat(gain.replayed()).isEqualTo(7, CLOSE);
        assertThat(gain.fits()).isEqualTo(1, CLOSE);
        double atATime = 12 / 7.0 / 2; // below 1, so 1
        assertThat(atATime).isLessThan(1);
        assertThat(gain.local()).isEqualTo(2, CLOSE);
        assertThat(gain.memory()).isEqualTo(3.8, CLOSE);
        assertThat(gain.most()).isEqualTo(4, CLOSE);
    }

    /** By the tiers it would have read for 2 s, by the log it has waited for 0.1 s: it was in the page cache, and there is little to gain. */
    @Test
    void noTaskGainsMoreThanItWaited() {
        LoggedStage stage = new LoggedStage(1, "s", List.of(task("a", "NODE_LOCAL", 0, 3_000, 0.1, 200 * MB)));
        assertThat(StageGain.of(stage, DISKS).memory()).isZero();
        assertThat(StageGain.of(stage, DISKS).most()).isEqualTo(0.1, CLOSE);
    }

    /** 4 GB of input, 1 GB of memory: a quarter is read in a tenth of the time. */
    @Test
    void memoryHoldsWhatFits() {
        LoggedStage stage = new LoggedStage(1, "s", List.of(task("a", "NODE_LOCAL", 0, 60_000, 50, 4_000 * MB)));
        StageGain gain = StageGain.of(stage, DISKS);
        assertThat(gain.fits()).isEqualTo(0.25, CLOSE);
        assertThat(gain.memory()).isEqualTo(40 * 0.25 * 0.9, CLOSE);
    }

    /** Four tasks on two slots: those that waited shorter move those behind them forward. */
    @Test
    void tasksMoveUpInTheirSlots() {
        LoggedStage stage = new LoggedStage(
                1,
                "s",
                List.of(
                        task("a", "NODE_LOCAL", 0, 4_000, 2, MB),
                        task("b", "NODE_LOCAL", 0, 4_000, 2, MB),
                        task("a", "NODE_LOCAL", 4_000, 8_000, 2, MB),
                        task("b", "NODE_LOCAL", 4_000, 8_000, 2, MB)));
        assertThat(stage.slots()).isEqualTo(2);
        assertThat(StageGain.of(stage, DISKS).most()).isEqualTo(4, CLOSE);
    }

    @Test
    void sharesAreOfAll() {
        assertThatThrownBy(
                        () -> new Assumptions(Map.of(Tier.HDD, 0.5), Map.of(Tier.HDD, 1.0, Tier.MEMORY, 1.0), 1, 3, 1))
                .hasMessage("tiers: expected shares of 100% in all, got 50%");
    }
}
