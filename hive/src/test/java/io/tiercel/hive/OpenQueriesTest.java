package io.tiercel.hive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.client.FakeCoordinator;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class OpenQueriesTest {
    private static final UserGroupInformation HIVE = UserGroupInformation.createRemoteUser("hive");

    private static final List<List<Path>> STEPS =
            List.of(List.of(new Path("/small")), List.of(new Path("/large/d=1"), new Path("/large/d=2")));

    private final OpenQueries queries = new OpenQueries();
    private FakeCoordinator coordinator;

    @BeforeEach
    void start() throws IOException {
        coordinator = new FakeCoordinator();
    }

    @AfterEach
    void stop() {
        coordinator.close();
    }

    private Configuration conf(String... keys) {
        Configuration conf = new Configuration(false);
        conf.set("fs.defaultFS", "hdfs://here:8020");
        conf.set("tiercel.coordinator", coordinator.address());
        for (int i = 0; i < keys.length; i += 2) {
            conf.set(keys[i], keys[i + 1]);
        }
        return conf;
    }

    private long releases(String query) {
        return coordinator.heard.stream()
                .filter(call -> call.equals("release " + query))
                .count();
    }

    @Test
    void eachStepIsNeededLaterThanTheOneBefore() {
        queries.begin("q", HIVE, conf(), STEPS);

        await().until(() -> coordinator.hints.size() == 2);
        assertThat(coordinator.hints).allMatch(hint -> hint.getJob().equals("q"));
        var small = coordinator.hints.stream()
                .filter(hint -> hint.getData(0).getPath().endsWith("/small"))
                .findFirst()
                .orElseThrow();
        var large = coordinator.hints.stream()
                .filter(hint -> hint.getDataCount() == 2)
                .findFirst()
                .orElseThrow();
        assertThat(large.getNeededInMillis()).isGreaterThan(small.getNeededInMillis());
        queries.end("q");
        await().until(() -> releases("q") > 0);
    }

    @Test
    void manyPartitionsComeInSeveralRequests() {
        List<Path> many =
                IntStream.range(0, 2500).mapToObj(d -> new Path("/t/d=" + d)).toList();
        queries.begin("q", HIVE, conf(), List.of(many));

        await().until(() -> coordinator.hints.size() == 3);
        assertThat(coordinator.hints.stream().mapToInt(hint -> hint.getDataCount()))
                .containsExactlyInAnyOrder(1000, 1000, 500);
        queries.end("q");
    }

    @Test
    void queriesAtTheSameTimeEndEachForItself() {
        queries.begin("one", HIVE, conf(), STEPS);
        queries.begin("other", HIVE, conf(), STEPS);
        await().until(() -> coordinator.hints.size() == 4);

        queries.end("one");

        await().until(() -> releases("one") > 0);
        assertThat(releases("other")).isZero();
        queries.end("other");
        await().until(() -> releases("other") > 0);
    }

    @Test
    void aQueryHintsAndReleasesOnce() {
        queries.begin("q", HIVE, conf(), STEPS);
        queries.begin("q", HIVE, conf(), STEPS);
        await().until(() -> coordinator.hints.size() == 2);
        queries.end("q");
        queries.end("q");
        queries.end("unknown");

        queries.begin("last", HIVE, conf(), STEPS);
        await().until(() -> coordinator.hints.size() == 4);
        queries.end("last");
        await().until(() -> releases("last") > 0);
        assertThat(releases("q")).isEqualTo(1);
    }

    @Test
    void nothingIsHintedWithoutACoordinatorOrIfSwitchedOffOrMisconfigured() {
        Configuration without = conf();
        without.unset("tiercel.coordinator");
        queries.begin("without", HIVE, without, STEPS);
        queries.begin("off", HIVE, conf("tiercel.hive.hint", "false"), STEPS);
        queries.begin("wrong", HIVE, conf("tiercel.hive.budgte", "1s"), STEPS);
        queries.begin("local", HIVE, conf("fs.defaultFS", "file:///"), STEPS);
        queries.begin("last", HIVE, conf(), STEPS);

        await().until(() -> coordinator.hints.size() == 2);
        assertThat(coordinator.hints).allMatch(hint -> hint.getJob().equals("last"));
        queries.end("last");
    }

    /** A hanging coordinator is not waited for at all: it has answered nothing before. */
    @Test
    void aHangingCoordinatorHoldsNobodyUp() {
        coordinator.silent = true;
        queries.begin("q", HIVE, conf("tiercel.hive.budget", "10s"), STEPS);
        await().until(() -> coordinator.hints.size() == 2);

        long begin = System.nanoTime();
        queries.end("q");

        assertThat(System.nanoTime() - begin).isLessThan(5_000_000_000L);
    }
}
