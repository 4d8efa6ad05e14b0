package io.tiercel.prefetch.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.model.Contention;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Seeded jobs on devices that are shared; the seed stands in each failure's message. */
class SharedModelPropertyTest {
    private static final org.assertj.core.data.Offset<Double> SAME = within(1e-6);

    @Test
    void isThatOfANaiveSimulation() {
        for (long seed = 0; seed < 1_000; seed++) {
            PrefetchProblem problem = PrefetchWorld.of(seed, seed % 10 == 0 ? 25 : 10);
            Random random = new Random(seed);
            double delay = random.nextInt(3) * random.nextDouble();
            for (Contention contention : new Contention[] {Contention.IDLE, Contention.EQUAL}) {
                Forecast forecast = new Forecast(problem, PlannerSettings.Models.of(contention, ModelLimits.UNBOUNDED));
                int[] source = selection(forecast, random);
                double seconds = forecast.seconds(source, delay);
                String world = "seed " + seed + " " + contention;
                int[] devices = Arrays.stream(source)
                        .map(device -> device < 0 ? -1 : forecast.job.deviceIndex[device])
                        .toArray();
                NaiveContention naive = new NaiveContention(problem, contention, devices, delay);
                assertThat(seconds).as(world).isCloseTo(naive.end, SAME);
                for (int b = 0; b < source.length; b++) {
                    if (naive.ready[b] < Double.POSITIVE_INFINITY) {
                        assertThat(forecast.readyAt(b))
                                .as(world + " block " + b)
                                .isCloseTo(naive.ready[b], SAME);
                    }
                }
                assertThat(forecast.seconds(source, delay))
                        .as(world + ", once more")
                        .isEqualTo(seconds);
            }
        }
    }

    /** Some of what is read and not coming anyway, each from one of its replicas. */
    private static int[] selection(Forecast forecast, Random random) {
        int[] source = forecast.job.withoutSources();
        for (int b = 0; b < source.length; b++) {
            int replicas = forecast.job.firstDevice[b + 1] - forecast.job.firstDevice[b];
            boolean open = forecast.job.blockReady[b] == Double.POSITIVE_INFINITY
                    && forecast.neededAt[b] < Double.POSITIVE_INFINITY;
            if (open && replicas > 0 && random.nextInt(3) > 0) {
                source[b] = forecast.job.devices[forecast.job.firstDevice[b] + random.nextInt(replicas)];
            }
        }
        return source;
    }

    /** No device gives more than it has: bytes read from it take at least so long. */
    @Test
    void noDeviceIsFasterThanItIs() {
        for (long seed = 0; seed < 500; seed++) {
            PrefetchProblem problem = OneDisk.of(seed);
            double bytes = problem.tasks().stream()
                    .mapToDouble(task -> task.reads().get(0).bytes())
                    .sum();
            double seconds =
                    new CostBasedPlanner(PlannerSettings.DEFAULTS).plan(problem).secondsWithout();
            assertThat(seconds)
                    .as("seed " + seed)
                    .isGreaterThanOrEqualTo(bytes / problem.devices().get(0).bytesPerSecond() - 1e-6);
        }
    }
}
