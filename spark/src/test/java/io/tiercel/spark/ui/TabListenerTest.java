package io.tiercel.spark.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.model.Tier;
import io.tiercel.prefetch.PrefetchTotals;
import io.tiercel.spark.account.PlanStatistics;
import io.tiercel.spark.account.StageStatistics;
import io.tiercel.spark.event.CoordinatorChanged;
import io.tiercel.spark.event.DeviceReads;
import io.tiercel.spark.event.PrefetchPlanned;
import io.tiercel.spark.event.SampleEvents;
import io.tiercel.spark.event.SamplePlans;
import io.tiercel.spark.event.TiercelEvent;
import io.tiercel.spark.ui.page.OverviewPage.QueryRow;
import io.tiercel.spark.ui.page.PlanDescription;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.status.KVUtils;
import org.apache.spark.util.kvstore.InMemoryStore;
import org.apache.spark.util.kvstore.KVStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.Option;

/** What events leave in the application's store, in memory and on disk. */
final class TabListenerTest {
    private static List<TiercelEvent> some() {
        return List.of(
                SampleEvents.reads(1, false),
                SampleEvents.planned(1, 50),
                SampleEvents.outcomes(1, 50, false),
                SampleEvents.reads(2, true),
                SamplePlans.reads(2, 50, false),
                SamplePlans.reads(2, 50, true),
                SampleEvents.reads(1, true),
                SampleEvents.outcomes(1, 50, true),
                SampleEvents.planned(queryStage(), 50),
                SampleEvents.outcomes(queryStage(), 50, true),
                SampleEvents.planned(queryStage() - 1, 50),
                new CoordinatorChanged(1, 0, "a:1", true, ""),
                new CoordinatorChanged(1, 5, "a:1", false, "gone"));
    }

    private static final PlanStatistics.Devices NO_DEVICES = new PlanStatistics.Devices() {
        @Override
        public Tier tier(int device) {
            throw new IllegalArgumentException("device " + device);
        }

        @Override
        public String name(int device) {
            throw new IllegalArgumentException("device " + device);
        }
    };

    private static int queryStage() {
        return PrefetchPlanned.stageOfQuery(5);
    }

    private static void tell(KVStore store, List<TiercelEvent> events) {
        TabListener listener = new TabListener(store);
        events.forEach(listener::onOtherEvent);
    }

    private static void check(KVStore store) throws Exception {
        TabStore tab = new TabStore(store);
        assertThat(tab.isEmpty()).isTrue();
        tell(store, some());

        assertThat(tab.isEmpty()).isFalse();
        assertThat(tab.stages()).hasSize(2);
        assertThat(tab.stages().get(0).reads()).isEqualTo(SampleEvents.reads(1, true));
        assertThat(tab.stages().get(0).prefetch())
                .isEqualTo(SampleEvents.outcomes(1, 50, true).totals());
        assertThat(tab.stages().get(1).prefetch()).isNull();
        assertThat(tab.reads(2, 0)).isEqualTo(SampleEvents.reads(2, true));
        assertThat(tab.devices(1, 0)).isNull();
        assertThat(tab.devices(2, 0)).isEqualTo(SamplePlans.reads(2, 50, true));
        assertThat(tab.plan(1, 0)).isEqualTo(SampleEvents.planned(1, 50));
        assertThat(tab.plan(2, 0)).isNull();
        assertThat(tab.outcomes(1, 0)).isEqualTo(SampleEvents.outcomes(1, 50, true));
        assertThat(tab.queries())
                .containsExactlyInAnyOrder(
                        new QueryRow(
                                queryStage(),
                                0,
                                SampleEvents.START,
                                PlanDescription.verdict(SampleEvents.planned(queryStage(), 50)),
                                SampleEvents.outcomes(queryStage(), 50, true).totals()),
                        new QueryRow(
                                queryStage() - 1,
                                0,
                                SampleEvents.START,
                                PlanDescription.verdict(SampleEvents.planned(queryStage() - 1, 50)),
                                PrefetchTotals.NONE));
        assertThat(tab.queries()).extracting(QueryRow::query).containsExactlyInAnyOrder(5, 6);
        assertThat(tab.changes()).extracting(CoordinatorChanged::reached).containsExactly(true, false);
    }

    @Test
    void keepsTheLastWordOnEachStage() throws Exception {
        check(new InMemoryStore());
    }

    @Test
    void theHistoryServersDiskGivesItBack(@TempDir Path directory) throws Exception {
        try (KVStore store =
                KVUtils.createKVStore(Option.apply(directory.resolve("store").toFile()), false, new SparkConf(false))) {
            check(store);
        }
    }

    /** A planned stage of which nothing is known yet. */
    private static DeviceReads reads(int stage) {
        return new PlanStatistics(new StageStatistics.Stage(stage, 0, ""), NO_DEVICES, 0, 0)
                .snapshot(false, 0, 0)
                .event();
    }

    @Test
    void longApplicationsAreKeptInPart() throws Exception {
        KVStore store = new InMemoryStore();
        TabListener listener = new TabListener(store);
        int stages = TabListener.MOST_STAGES + 30;
        for (int stage = 0; stage < stages; stage++) {
            listener.onOtherEvent(SampleEvents.reads(stage, 1, true));
            listener.onOtherEvent(reads(stage));
            listener.onOtherEvent(new CoordinatorChanged(1, stage, "a:1", stage % 2 == 0, ""));
        }
        TabStore tab = new TabStore(store);
        assertThat(tab.stages()).hasSize(TabListener.MOST_STAGES);
        assertThat(tab.reads(29, 0)).isNull();
        assertThat(tab.reads(30, 0)).isNotNull();
        assertThat(tab.devices(29, 0)).isNull();
        assertThat(tab.devices(30, 0)).isNotNull();
        assertThat(tab.changes()).hasSize(100);
        assertThat(tab.changes().get(99).timeMillis()).isEqualTo(stages - 1);
    }
}
