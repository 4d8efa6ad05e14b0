package io.tiercel.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.BlockId;
import io.tiercel.prefetch.PrefetchForecast;
import io.tiercel.security.ChannelSecurity;
import io.tiercel.security.Endpoint;
import io.tiercel.spark.FaultLog;
import io.tiercel.spark.account.StageStatistics;
import io.tiercel.spark.event.PrefetchOutcomes;
import io.tiercel.spark.event.PrefetchOutcomes.BlockOutcome;
import io.tiercel.spark.event.PrefetchPlanned;
import io.tiercel.spark.event.TiercelEvent;
import io.tiercel.spark.memory.CoordinatorConnection;
import io.tiercel.spark.prefetch.learn.StageKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PublishedOutcomesTest {
    private static final PrefetchForecast FORECAST = new PrefetchForecast(4, 6, 1, 1, 1);

    private final HostRegistry hosts = new HostRegistry(host -> Optional.empty());
    private final CoordinatorConnection connection = new CoordinatorConnection(
            Endpoint.parse("127.0.0.1:1"),
            ChannelSecurity.named("user"),
            () -> "app",
            hosts,
            new FaultLog(),
            event -> {});
    private final List<PrefetchOutcomes> published = new ArrayList<>();
    private final PrefetchSubject stage =
            PrefetchSubject.ofStage(new StageStatistics.Stage(7, 1, "count"), new StageKind("count"));
    private final StageRequests requests = requests(stage);

    @AfterEach
    void close() {
        connection.close();
        hosts.close();
    }

    private StageRequests requests(PrefetchSubject subject) {
        return new StageRequests(
                connection.prefetches(), new BlockClaims(), subject, event -> published.add((PrefetchOutcomes) event));
    }

    private static BlockId id(int block) {
        return new BlockId("pool", block, 1);
    }

    private void update(double seconds) {
        requests.publish(requests.tracker().outcome(FORECAST, seconds, Double.NaN), false);
    }

    /** Its plan is of its scans alone, and it takes as long as all of it does. */
    @Test
    void aQueryHasNoGain() {
        PrefetchSubject query = PrefetchSubject.ofScan(3, 0, new StageKind("scan"));
        StageRequests ofQuery = requests(query);
        ofQuery.tracker().addRequest(id(1), 10, 0);

        ofQuery.publish(ofQuery.tracker().outcome(FORECAST, 5, 1), true);

        PrefetchOutcomes outcomes = published.get(0);
        assertThat(outcomes.outcome().seconds()).isEqualTo(5);
        assertThat(outcomes.outcome().secondsWithout()).isEqualTo(6);
        assertThat(outcomes.totals().gainSeconds()).isZero();
        assertThat(outcomes.totals().predictedGainSeconds()).isZero();
        assertThat(PrefetchPlanned.query(outcomes.stage())).isEqualTo(3);
    }

    /** The word of its arrival may come after that of its first task. */
    @Test
    void aBlockThatWasThereInTimeMayBeReportedLater() {
        requests.tracker().addRequest(id(1), 10, 0);
        requests.started(id(1), 0.2, true);
        requests.arrived(id(1), 0.21);
        requests.publish(requests.tracker().outcome(FORECAST, 5, 1), true);

        assertThat(published.get(0).blocks()).containsExactly(new BlockOutcome(id(1).toString(), 210, 200, true));
    }

    @Test
    void eachBlockIsUsedLateOrUnread() {
        requests.tracker().addRequest(id(1), 10, 0);
        requests.tracker().addRequest(id(2), 20, 0);
        requests.tracker().addRequest(id(3), 30, 0);
        requests.tracker().addRequest(id(3), 30, 0);
        requests.arrived(id(1), 0.1);
        requests.arrived(id(1), 0.9);
        requests.arrived(id(9), 0.1);
        requests.started(id(1), 0.2, true);
        requests.started(id(2), 0.25, false);
        requests.started(id(2), 0.3, true);
        requests.arrived(id(2), 0.35);
        requests.publish(requests.tracker().outcome(FORECAST, 5, 1), true);

        PrefetchOutcomes outcomes = published.get(0);
        assertThat(outcomes.over()).isTrue();
        assertThat(outcomes.stage()).isEqualTo(7);
        assertThat(outcomes.attempt()).isEqualTo(1);
        assertThat(outcomes.outcome().taken()).isEqualTo(3);
        assertThat(outcomes.outcome().used()).isEqualTo(1);
        assertThat(outcomes.outcome().late()).isEqualTo(1);
        assertThat(outcomes.outcome().unread()).isEqualTo(1);
        assertThat(outcomes.outcome().bytes()).isEqualTo(60);
        assertThat(outcomes.happened().total(PrefetchPlanned.READY))
                .as("what its own task may have brought in does not count")
                .isEqualTo(1);
        assertThat(outcomes.happened().total(PrefetchPlanned.NEEDED)).isEqualTo(2);
        assertThat(outcomes.totals().gainSeconds()).isEqualTo(6 - 5);
        assertThat(outcomes.totals().predictedGainSeconds()).isEqualTo(6 - 4);
        assertThat(outcomes.blocks())
                .containsExactly(
                        new BlockOutcome(id(1).toString(), 100, 200, true),
                        new BlockOutcome(id(2).toString(), TiercelEvent.NEVER, 250, false),
                        new BlockOutcome(id(3).toString(), TiercelEvent.NEVER, TiercelEvent.NEVER, false));
    }

    @Test
    void aRunningStageIsPublishedOnceASecond() {
        update(0.1);
        assertThat(published).as("nothing was requested").isEmpty();

        requests.tracker().addRequest(id(1), 10, 0);
        for (int tenth = 2; tenth < 25; tenth++) {
            update(tenth / 10.0);
        }

        assertThat(published).hasSizeBetween(2, 3).noneMatch(PrefetchOutcomes::over);
        assertThat(published.get(0).totals().gainSeconds()).as("not over").isZero();
    }
}
