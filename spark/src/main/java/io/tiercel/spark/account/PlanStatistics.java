package io.tiercel.spark.account;

import static java.util.Comparator.comparingLong;

import io.tiercel.assign.Reason;
import io.tiercel.model.Tier;
import io.tiercel.plan.LoadPlan;
import io.tiercel.plan.dispatch.PlannedReads;
import io.tiercel.plan.dispatch.PlannedReads.OfDevice;
import io.tiercel.plan.dispatch.TaskReads;
import io.tiercel.spark.event.DeviceReads;
import io.tiercel.spark.event.DeviceReads.Device;
import io.tiercel.spark.event.DeviceReads.PlanMade;
import io.tiercel.spark.event.DeviceReads.StartReason;
import io.tiercel.spark.event.DeviceReads.TierSum;
import io.tiercel.spark.event.TiercelEvent;
import io.tiercel.spark.event.TimeSeries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Counts what becomes of a stage whose reads are planned together: its plans, why its tasks started, and what they have read. Times are
 * seconds of the scheduler's clock. Not thread-safe, but its snapshots are.
 */
public final class PlanStatistics {
    /** Devices listed in one event: some 70 kB of the event log. */
    static final int MOST_DEVICES = 500;

    /** All devices that are not known: HDFS chooses replicas for tasks that have none on their node. */
    private static final int NETWORK = -1;

    private static final String NETWORK_NAME = "other nodes, over the network";

    /** The devices of an application by number. Thread-safe. */
    public interface Devices {
        Tier tier(int device);

        /** The name, for people. */
        String name(int device);
    }

    /** The reads from one device. @param lastEnd of a task that has read from it: seconds since the stage's start */
    private record Read(double bytes, int tasks, double lastEnd) {
        static final Read NOTHING = new Read(0, 0, Double.NaN);
    }

    private final StageStatistics.Stage stage;
    private final Devices devices;
    private final double startedAt;
    private final long unit;
    private final TierBytes happened;
    private final Map<Integer, Read> byDevice = new HashMap<>();
    private final Map<Reason, Integer> starts = new EnumMap<>(Reason.class);
    private int startsBySpark;
    private int unmeasured;
    private int plans;
    private @Nullable LoadPlan latest;
    private @Nullable FirstPlan firstPlan;
    private @Nullable PlanMade first;
    private @Nullable PlanMade last;

    /**
     * @param inputBytes that the stage is expected to read
     * @param startedAt seconds
     */
    public PlanStatistics(StageStatistics.Stage stage, Devices devices, double inputBytes, double startedAt) {
        this.stage = stage;
        this.devices = devices;
        this.startedAt = startedAt;
        this.unit = TierBytes.unitOf(inputBytes);
        this.happened = new TierBytes(unit);
    }

    /** The plan in force; the same one counts once. @return whether it is new */
    public boolean planned(PlannedReads reads, double now) {
        LoadPlan plan = reads.plan();
        if (plan == latest) {
            return false;
        }
        latest = plan;
        plans++;
        last = new PlanMade(millis(now - startedAt), plan.choice().length, plan.seconds(), plan.bound(), plan.gap());
        if (firstPlan == null) {
            first = last;
            firstPlan = new FirstPlan(reads, now - startedAt);
        }
        return true;
    }

    /** A task has started. @param reason null if Spark's own scheduler has chosen it */
    public void started(@Nullable Reason reason) {
        if (reason == null) {
            startsBySpark++;
        } else {
            starts.merge(reason, 1, Integer::sum);
        }
    }

    /** A task has ended well. @param reads null if nobody knows them */
    public void ended(@Nullable TaskReads reads, double now) {
        if (reads == null) {
            unmeasured++;
            return;
        }
        for (int i = 0; i < reads.devices().length; i++) {
            int device = reads.devices()[i];
            add(device, devices.tier(device), reads.bytes()[i], now - startedAt);
        }
        if (reads.fetched() > 0) {
            add(NETWORK, Tier.REMOTE, reads.fetched(), now - startedAt);
        }
    }

    private void add(int device, Tier tier, double bytes, double seconds) {
        Read before = byDevice.getOrDefault(device, Read.NOTHING);
        byDevice.put(device, new Read(before.bytes() + bytes, before.tasks() + 1, seconds));
        happened.add(tier, seconds, bytes);
    }

    /** All counts so far or, if the stage is over, in the end. Takes time for each device that was read from. */
    public Snapshot snapshot(boolean over, long heldMillis, double now) {
        List<StartReason> reasons = new ArrayList<>();
        starts.forEach((reason, count) -> reasons.add(new StartReason(reason.name(), reason.text(), count)));
        if (startsBySpark > 0) {
            reasons.add(new StartReason("SPARK", "Spark's own scheduler has chosen it", startsBySpark));
        }
        DeviceReads counts = new DeviceReads(
                TiercelEvent.VERSION,
                stage.stage(),
                stage.attempt(),
                over,
                millis(now - startedAt),
                plans,
                first,
                last,
                reasons,
                heldMillis,
                unmeasured,
                unit,
                TimeSeries.NONE,
                happened.series(),
                List.of(),
                List.of(),
                0);
        return new Snapshot(counts, devices, firstPlan, Map.copyOf(byDevice));
    }

    private static long millis(double seconds) {
        return Math.round(1000 * seconds);
    }

    /** The counts at one time. Immutable, so that another thread can make the event of them. */
    public static final class Snapshot {
        private final DeviceReads counts;
        private final Devices devices;
        private final @Nullable FirstPlan plan;
        private final Map<Integer, Read> byDevice;

        private Snapshot(DeviceReads counts, Devices devices, @Nullable FirstPlan plan, Map<Integer, Read> byDevice) {
            this.counts = counts;
            this.devices = devices;
            this.plan = plan;
            this.byDevice = byDevice;
        }

        /** One device, before it has a name. */
        private record Row(int device, Tier tier, @Nullable OfDevice planned, Read read) {
            long plannedBytes() {
                return planned == null ? 0 : Math.round(planned.bytes());
            }

            long readBytes() {
                return Math.round(read.bytes());
            }
        }

        /** The event. The first one of a stage takes time for each task and each device. */
        public DeviceReads event() {
            FirstPlan.Expected expected =
                    plan == null ? FirstPlan.Expected.NOTHING : plan.expected(devices, counts.unitBytes());
            List<Row> rows = rows(expected.byDevice());
            List<Device> listed = rows.stream()
                    .sorted(comparingLong((Row row) -> -Math.max(row.plannedBytes(), row.readBytes()))
                            .thenComparing(Row::device))
                    .limit(MOST_DEVICES)
                    .map(this::device)
                    .toList();
            return new DeviceReads(
                    counts.version(),
                    counts.stage(),
                    counts.attempt(),
                    counts.over(),
                    counts.millis(),
                    counts.plans(),
                    counts.first(),
                    counts.last(),
                    counts.starts(),
                    counts.heldMillis(),
                    counts.unmeasured(),
                    counts.unitBytes(),
                    expected.overTime(),
                    counts.happened(),
                    sums(rows),
                    listed,
                    rows.size() - listed.size());
        }

        private List<Row> rows(Map<Integer, OfDevice> expected) {
            TreeSet<Integer> numbers = new TreeSet<>(expected.keySet());
            numbers.addAll(byDevice.keySet());
            return numbers.stream()
                    .map(device -> new Row(
                            device,
                            device == NETWORK ? Tier.REMOTE : devices.tier(device),
                            expected.get(device),
                            byDevice.getOrDefault(device, Read.NOTHING)))
                    .toList();
        }

        private static List<TierSum> sums(List<Row> rows) {
            return Arrays.stream(Tier.values())
                    .map(tier -> rows.stream().filter(row -> row.tier() == tier).toList())
                    .filter(of -> !of.isEmpty())
                    .map(of -> new TierSum(
                            of.get(0).tier().name(),
                            (int) of.stream()
                                    .filter(row -> row.device() != NETWORK)
                                    .count(),
                            of.stream().mapToLong(Row::plannedBytes).sum(),
                            of.stream().mapToLong(Row::readBytes).sum()))
                    .toList();
        }

        private Device device(Row row) {
            OfDevice planned = row.planned();
            return new Device(
                    row.device() == NETWORK ? NETWORK_NAME : devices.name(row.device()),
                    row.tier().name(),
                    row.plannedBytes(),
                    row.readBytes(),
                    planned == null ? 0 : planned.tasks(),
                    row.read().tasks(),
                    planned == null || plan == null ? TiercelEvent.NEVER : millis(plan.madeAt() + planned.end()),
                    row.read().tasks() == 0
                            ? TiercelEvent.NEVER
                            : millis(row.read().lastEnd()));
        }
    }
}
