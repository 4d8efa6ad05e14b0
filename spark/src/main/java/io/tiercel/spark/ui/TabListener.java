package io.tiercel.spark.ui;

import io.tiercel.record.StageSummary;
import io.tiercel.spark.GuardedListener;
import io.tiercel.spark.ScalaLists;
import io.tiercel.spark.event.CoordinatorChanged;
import io.tiercel.spark.event.DeviceReads;
import io.tiercel.spark.event.PrefetchOutcomes;
import io.tiercel.spark.event.PrefetchPlanned;
import io.tiercel.spark.event.StageReads;
import io.tiercel.spark.event.TiercelEvent;
import io.tiercel.spark.ui.page.PlanDescription;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.util.kvstore.KVStore;

/**
 * Keeps the tab's data in the application's store, for the last stages as Spark does. One thread of Spark's listener bus calls it, or the
 * history server while it reads an event log.
 */
public final class TabListener extends GuardedListener {
    public static final int MOST_STAGES = 1_000;
    private static final List<Class<?>> OF_STAGES = List.of(
            StoredEvents.Reads.class,
            StoredEvents.Devices.class,
            StoredEvents.Plan.class,
            StoredEvents.OfQuery.class,
            StoredEvents.Outcomes.class,
            StoredEvents.Sum.class);
    private static final int MOST_CHANGES = 100;
    private static final int MOST_JOBS = 10_000;

    private final KVStore store;
    private final Deque<String> stages = new ArrayDeque<>();
    private final Set<String> known = new HashSet<>();
    private final Map<Integer, Integer> jobs = new Bounded();
    private long changes;

    TabListener(KVStore store) {
        super("its tab lacks something");
        this.store = store;
    }

    /** The first job of each stage; the oldest are forgotten. */
    private static final class Bounded extends LinkedHashMap<Integer, Integer> {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Integer> eldest) {
            return size() > MOST_JOBS;
        }
    }

    @Override
    public void onJobStart(SparkListenerJobStart start) {
        guard(() ->
                ScalaLists.java(start.stageInfos()).forEach(stage -> jobs.putIfAbsent(stage.stageId(), start.jobId())));
    }

    @Override
    public void onOtherEvent(SparkListenerEvent event) {
        guard(() -> {
            if (event instanceof TiercelEvent ours) {
                keep(ours);
            }
        });
    }

    private void keep(TiercelEvent event) throws Exception {
        if (event instanceof StageReads reads && reads.hasSummary()) {
            StageSummary stage = reads.summary();
            String key = note(stage.stage(), stage.attempt());
            store.write(new StoredEvents.Reads(key, jobs.getOrDefault(stage.stage(), -1), reads));
        } else if (event instanceof DeviceReads reads) {
            String key = note(reads.stage(), reads.attempt());
            store.write(new StoredEvents.Devices(key, reads));
        } else if (event instanceof PrefetchPlanned plan) {
            String key = note(plan.stage(), plan.attempt());
            store.write(new StoredEvents.Plan(key, plan));
            if (PrefetchPlanned.isQuery(plan.stage())) {
                store.write(new StoredEvents.OfQuery(
                        key, plan.stage(), plan.attempt(), plan.submittedMillis(), PlanDescription.verdict(plan)));
            }
        } else if (event instanceof PrefetchOutcomes outcomes) {
            String key = note(outcomes.stage(), outcomes.attempt());
            store.write(new StoredEvents.Outcomes(key, outcomes));
            store.write(new StoredEvents.Sum(key, outcomes.totals()));
        } else if (event instanceof CoordinatorChanged change) {
            store.write(new StoredEvents.Change(changes++, change));
            if (changes > MOST_CHANGES) {
                store.delete(StoredEvents.Change.class, changes - MOST_CHANGES - 1);
            }
        }
    }

    private String note(int stage, int attempt) throws Exception {
        String key = StoredEvents.key(stage, attempt);
        if (known.add(key)) {
            stages.add(key);
            if (stages.size() > MOST_STAGES) {
                forget(stages.remove());
            }
        }
        return key;
    }

    private void forget(String key) throws Exception {
        known.remove(key);
        for (Class<?> type : OF_STAGES) {
            store.delete(type, key);
        }
    }
}
