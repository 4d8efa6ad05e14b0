package io.tiercel.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.Decision;
import io.tiercel.config.ConfigException;
import io.tiercel.spark.input.ScoreTable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SchedulerWarmupTest {
    private final ScoreTable scores;

    SchedulerWarmupTest() throws ConfigException {
        scores = new ScoreTable(TiercelKeys.read(new SparkConf(false)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"trident", "quartet", "h-scheduler", "mixapart", "stock"})
    void aMadeUpStageIsPlannedUnderEveryPolicy(String policy) {
        AtomicInteger rounds = new AtomicInteger();
        AssignmentPolicy named = AssignmentPolicies.named(policy);
        SchedulerWarmup.MadeUpStage.run(
                new Watched(named.isLeastCost(), problem -> {
                    rounds.incrementAndGet();
                    return named.decide(problem);
                }),
                scores);
        assertThat(rounds).hasPositiveValue();
    }

    @Test
    void whatFailsInItStaysInIt() throws InterruptedException {
        AtomicInteger rounds = new AtomicInteger();
        AssignmentPolicy broken = new Watched(true, problem -> {
            rounds.incrementAndGet();
            throw new IllegalStateException("says the test");
        });
        try (LogLines log = LogLines.of(SchedulerWarmup.class)) {
            SchedulerWarmup warmup = SchedulerWarmup.start(
                    () -> {
                        throw new NoClassDefFoundError("says the test");
                    },
                    broken,
                    scores,
                    List.of("io.tiercel.NoSuchClass"));
            warmup.await();
            assertThat(rounds).as("the other parts were tried").hasValue(1);
            assertThat(log.lines()).noneMatch(line -> !line.startsWith("DEBUG"));
        }
    }

    @Test
    void aNameNodeThatDoesNotAnswerKeepsNoApplicationWaiting() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            SparkConf conf = new SparkConf()
                    .setMaster("local[2]")
                    .setAppName("warm-up")
                    .set("spark.plugins", TiercelPlugin.class.getName())
                    .set("spark.hadoop.fs.defaultFS", "hdfs://127.0.0.1:" + silent.getLocalPort())
                    .set("spark.ui.enabled", "false")
                    .set("spark.driver.bindAddress", "127.0.0.1")
                    .set("spark.driver.host", "127.0.0.1");
            silent.setSoTimeout(60_000);
            JavaSparkContext spark = new JavaSparkContext(conf);
            try (spark;
                    Socket asking = silent.accept()) {
                assertThat(spark.parallelize(List.of(1, 2, 3), 3).reduce(Integer::sum))
                        .isEqualTo(6);
                assertThat(isWarmingUp()).as("still waits for an answer").isTrue();
                spark.close();
                Awaitility.await().until(() -> !isWarmingUp());
                assertThat(asking.isClosed()).isFalse();
            }
        }
    }

    private record Watched(boolean isLeastCost, Function<AssignmentProblem, Decision> deciding)
            implements AssignmentPolicy {
        @Override
        public String name() {
            return "watched";
        }

        @Override
        public Decision decide(AssignmentProblem problem) {
            return deciding.apply(problem);
        }
    }

    private static boolean isWarmingUp() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("tiercel-warm-up"));
    }
}
