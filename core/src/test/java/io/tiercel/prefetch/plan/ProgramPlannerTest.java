package io.tiercel.prefetch.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.model.Tier;
import io.tiercel.prefetch.BlockRead;
import io.tiercel.prefetch.InputBlock;
import io.tiercel.prefetch.JobTask;
import io.tiercel.prefetch.PlanningTimes;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.ReadRates;
import io.tiercel.prefetch.ReadScores;
import io.tiercel.prefetch.SourceDevice;
import io.tiercel.prefetch.model.Contention;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProgramPlannerTest {
    private static final long MB = 1_000_000;
    private static final SourceDevice DISK = new SourceDevice(0, Tier.HDD, 100 * MB, 0);

    /** Ten blocks of 100 MB, each read by one task; memory is ten times as fast as the disk. */
    private static PrefetchProblem problem(long memory, int slots, double freeAt, double computing, int... disks) {
        return new PrefetchProblem(
                IntStream.of(disks)
                        .mapToObj(mb -> new SourceDevice(0, Tier.HDD, mb * MB, 0))
                        .toList(),
                List.of(memory),
                Collections.nCopies(slots, freeAt),
                Collections.nCopies(
                        10,
                        new InputBlock(
                                100 * MB,
                                IntStream.range(0, disks.length).boxed().toList(),
                                InputBlock.NOT_COMING)),
                IntStream.range(0, 10)
                        .mapToObj(task -> new JobTask(List.of(new BlockRead(task, 100 * MB)), computing))
                        .toList(),
                new ReadRates(1_000.0 * MB, 10.0 * MB),
                new PlanningTimes(0, 0, 0),
                ReadScores.TRIDENT);
    }

    private static PrefetchPlan plan(PrefetchProblem problem) {
        return new ProgramPlanner(PlannerSettings.DEFAULTS).plan(problem);
    }

    /** One slot reads a block for a second and computes for another. Meanwhile the disk is idle, and can bring the next one in. */
    @Test
    void oneSlotComputesWhileItsNextBlockComesIn() {
        PrefetchPlan plan =
                new ProgramPlanner(PlannerSettings.of(Contention.EQUAL, 0)).plan(problem(2_000 * MB, 1, 0, 1, 100));

        assertThat(plan.secondsWithout()).isCloseTo(20, within(1e-6));
        assertThat(plan.taken()).hasSize(9);
        assertThat(plan.seconds()).isLessThan(0.7 * plan.secondsWithout());
        assertThat(plan.end()).isEqualTo(SearchEnd.SOLVED);
    }

    @Test
    void nothingIsBroughtInWhereTheDiskIsTheBottleneck() {
        PrefetchPlan plan = plan(problem(2_000 * MB, 4, 0, 0, 100));

        assertThat(plan.taken()).isEmpty();
        assertThat(plan.seconds()).isEqualTo(plan.secondsWithout());
    }

    /** The disk has read for three seconds before the slots are free. */
    @Test
    void leadTimeIsUsed() {
        PrefetchPlan plan = plan(problem(2_000 * MB, 4, 3, 0, 100));

        assertThat(plan.taken()).isNotEmpty();
        assertThat(plan.secondsWithout() - plan.seconds()).isGreaterThan(2);
    }

    @Test
    void noMoreThanThereIsRoomFor() {
        PrefetchPlan plan = plan(problem(250 * MB, 1, 0, 1, 100));

        assertThat(plan.taken()).hasSize(2);
        assertThat(plan.seconds()).isLessThan(plan.secondsWithout());
    }

    @Test
    void devicesBringInByTheirSpeed() {
        PrefetchPlan plan = plan(problem(2_000 * MB, 1, 3, 0, 150, 100));

        long fast = plan.blocks().stream()
                .filter(block -> block.taken() && block.device() == 0)
                .count();
        assertThat(fast).isGreaterThan(plan.taken().size() / 2);
        assertThat(plan.taken()).hasSizeGreaterThan((int) fast);
    }

    @Test
    void nothingIsLeftToPrefetchOfAJobWithoutInput() {
        PrefetchProblem empty = new PrefetchProblem(
                List.of(DISK),
                List.of(0L),
                List.of(0.0),
                List.of(),
                List.of(new JobTask(List.of(), 1)),
                new ReadRates(1_000.0 * MB, 10.0 * MB),
                new PlanningTimes(0, 0, 0),
                ReadScores.TRIDENT);

        assertThat(plan(empty).end()).isEqualTo(SearchEnd.NOTHING_TO_PREFETCH);
    }
}
