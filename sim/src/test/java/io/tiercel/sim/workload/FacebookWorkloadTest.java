package io.tiercel.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.sim.workload.FacebookWorkload.SizeClass;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class FacebookWorkloadTest {
    private static final double GB = 1 << 30;
    private static final FacebookWorkload.Costs COSTS = new FacebookWorkload.Costs(0, 1e-8, 6);

    @Test
    void jobsComeInTheSharesOfTable2() {
        for (long seed = 0; seed < 20; seed++) {
            Map<SizeClass, Integer> counts = new EnumMap<>(SizeClass.class);
            FacebookWorkload.of(seed, COSTS)
                    .jobs()
                    .forEach(job -> counts.merge(SizeClass.of(job.inputBytes()), 1, Integer::sum));
            assertThat(counts)
                    .as("seed %d", seed)
                    .isEqualTo(Map.of(
                            SizeClass.A,
                            744,
                            SizeClass.B,
                            162,
                            SizeClass.C,
                            40,
                            SizeClass.D,
                            30,
                            SizeClass.E,
                            16,
                            SizeClass.F,
                            8));
        }
    }

    @Test
    void filesAreAsPopularAsThePaperSays() {
        Map<String, Integer> reads = new TreeMap<>();
        Workload workload = FacebookWorkload.of(42, COSTS);
        workload.jobs().forEach(job -> reads.merge(job.input().orElseThrow(), 1, Integer::sum));
        Map<String, Integer> there = new TreeMap<>(reads);
        there.keySet().removeIf(path -> path.startsWith("later/"));
        reads.keySet().removeAll(there.keySet());
        assertThat(there).hasSize(380).hasSameSizeAs(workload.files());
        assertThat(there.values().stream().mapToInt(i -> i).sum()).isEqualTo(660);
        assertThat(share(there.values(), 1, 1)).isCloseTo(0.768, within(0.001));
        assertThat(share(there.values(), 6, 1000)).isCloseTo(0.045, within(0.001));
        assertThat(reads).hasSize(63);
        assertThat(reads.values().stream().mapToInt(i -> i).sum()).isEqualTo(340);
        assertThat(share(reads.values(), 1, 1)).isCloseTo(0.524, within(0.001));
        assertThat(share(reads.values(), 6, 1000)).isCloseTo(0.254, within(0.001));
    }

    private static double share(Collection<Integer> counts, int from, int to) {
        return counts.stream().filter(count -> count >= from && count <= to).count() / (double) counts.size();
    }

    /** The paper: 32 GB at the start, 92 GB in all. Ours come near. */
    @Test
    void thereIsAboutAsMuchDataAsInThePaper() {
        double start = 0;
        double all = 0;
        for (long seed = 0; seed < 20; seed++) {
            Workload workload = FacebookWorkload.of(seed, COSTS);
            double files = workload.files().stream().mapToLong(InputFile::bytes).sum() / GB;
            start += files / 20;
            all += (files + workload.jobs().stream().mapToLong(Job::outputBytes).sum() / GB) / 20;
        }
        assertThat(start).isCloseTo(32, within(3.2));
        assertThat(all).isCloseTo(92, within(12.0));
    }

    /** Table 2: the share of all I/O that each class has; input alone here. */
    @Test
    void classesReadTheSharesOfTable2() {
        Map<SizeClass, Double> reported = Map.of(
                SizeClass.A,
                3.2,
                SizeClass.B,
                16.1,
                SizeClass.C,
                12.0,
                SizeClass.D,
                19.3,
                SizeClass.E,
                21.9,
                SizeClass.F,
                27.5);
        Map<SizeClass, Double> bytes = new EnumMap<>(SizeClass.class);
        for (long seed = 0; seed < 20; seed++) {
            for (Job job : FacebookWorkload.of(seed, COSTS).jobs()) {
                bytes.merge(SizeClass.of(job.inputBytes()), (double) job.inputBytes(), Double::sum);
            }
        }
        double all = bytes.values().stream().mapToDouble(each -> each).sum();
        reported.forEach((sizeClass, share) -> assertThat(100 * bytes.get(sizeClass) / all)
                .as("class %s", sizeClass)
                .isCloseTo(share, within(5.0)));
    }

    @Test
    void theSameSeedMakesTheSameWorkload() {
        assertThat(FacebookWorkload.of(7, COSTS)).isEqualTo(FacebookWorkload.of(7, COSTS));
        assertThat(FacebookWorkload.of(7, COSTS)).isNotEqualTo(FacebookWorkload.of(8, COSTS));
    }
}
