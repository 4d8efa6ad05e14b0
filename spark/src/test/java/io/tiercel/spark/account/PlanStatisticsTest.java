package io.tiercel.spark.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.assign.Reason;
import io.tiercel.model.Tier;
import io.tiercel.plan.dispatch.TaskReads;
import io.tiercel.spark.event.DeviceReads;
import io.tiercel.spark.event.DeviceReads.Device;
import io.tiercel.spark.event.DeviceReads.StartReason;
import io.tiercel.spark.event.DeviceReads.TierSum;
import io.tiercel.spark.event.SamplePlans;
import io.tiercel.spark.event.TiercelEvent;
import io.tiercel.spark.event.TimeSeries;
import java.util.List;
import org.apache.spark.util.JsonProtocol;
import org.junit.jupiter.api.Test;

final class PlanStatisticsTest {
    private static final double MIB = 1 << 20;

    /** Even ones are SSDs, odd ones are disks. */
    private static final PlanStatistics.Devices DEVICES = new PlanStatistics.Devices() {
        @Override
        public Tier tier(int device) {
            return device % 2 == 0 ? Tier.SSD : Tier.HDD;
        }

        @Override
        public String name(int device) {
            return "device " + device;
        }
    };

    private static PlanStatistics of(double inputBytes) {
        return new PlanStatistics(new StageStatistics.Stage(4, 1, "count"), DEVICES, inputBytes, 100);
    }

    private static TaskReads reads(int device, double bytes, double fetched) {
        return new TaskReads(new int[] {device}, new double[] {bytes}, fetched);
    }

    @Test
    void readsCountForTheirDevicesWhenTasksEnd() {
        PlanStatistics counts = of(10 * MIB);
        counts.started(Reason.PLANNED);
        counts.started(Reason.PLANNED);
        counts.started(Reason.SOONER_HERE);
        counts.started(null);
        counts.ended(reads(0, 2 * MIB, 0), 101);
        counts.ended(reads(0, MIB, 0), 103);
        counts.ended(reads(1, MIB, 3 * MIB), 102);
        counts.ended(null, 104);

        DeviceReads event = counts.snapshot(true, 70, 105).event();

        assertThat(event.stage()).isEqualTo(4);
        assertThat(event.attempt()).isEqualTo(1);
        assertThat(event.millis()).isEqualTo(5_000);
        assertThat(event.heldMillis()).isEqualTo(70);
        assertThat(event.unmeasured()).isEqualTo(1);
        assertThat(event.starts())
                .extracting(StartReason::reason, StartReason::starts)
                .containsExactly(tuple("PLANNED", 2), tuple("SOONER_HERE", 1), tuple("SPARK", 1));
        long never = TiercelEvent.NEVER;
        assertThat(event.devices())
                .containsExactly(
                        new Device("other nodes, over the network", "REMOTE", 0, 3 << 20, 0, 1, never, 2_000),
                        new Device("device 0", "SSD", 0, 3 << 20, 0, 2, never, 3_000),
                        new Device("device 1", "HDD", 0, 1 << 20, 0, 1, never, 2_000));
        assertThat(event.tiers())
                .containsExactly(
                        new TierSum("SSD", 1, 0, 3 << 20),
                        new TierSum("HDD", 1, 0, 1 << 20),
                        new TierSum("REMOTE", 0, 0, 3 << 20));
        assertThat(event.happened().total("SSD")).isEqualTo(3 << 20);
        assertThat(event.first()).isNull();
    }

    /** In the end all that was planned has been read. */
    @Test
    void aPlanThatIsCarriedOutMeetsItsSums() {
        DeviceReads event = SamplePlans.reads(5, 300, true);

        for (TierSum tier : event.tiers()) {
            double unit = event.unitBytes();
            assertThat(unit * event.planned().total(tier.tier())).isCloseTo(tier.plannedBytes(), within(unit));
            assertThat(unit * event.happened().total(tier.tier())).isCloseTo(tier.readBytes(), within(unit));
        }
        double all = 300 * 128 * MIB;
        assertThat(event.tiers().stream().mapToLong(TierSum::readBytes).sum()).isCloseTo((long) all, within(300L));
        assertThat(event.tiers().stream().mapToLong(TierSum::plannedBytes).sum())
                .as("without the tasks whose input is nowhere")
                .isCloseTo((long) (all * 49 / 50), within(300L));
        assertThat(event.starts().stream().mapToInt(StartReason::starts).sum()).isEqualTo(300);
        assertThat(event.first()).isNotNull();
        long end = event.first().atMillis() + Math.round(1000 * event.first().seconds());
        assertThat(event.devices())
                .allSatisfy(device -> assertThat(device.plannedEndMillis()).isLessThanOrEqualTo(end + 1));
        assertThat(event.planned().endMillis())
                .isLessThanOrEqualTo(end + event.planned().stepMillis());
        assertThat(event.first().gap()).isBetween(0.0, 1.0);
    }

    /** Even for a large stage on a large cluster. */
    @Test
    void anEventStaysSmall() {
        DeviceReads event = SamplePlans.reads(5, 6_000, true);

        assertThat(event.devices()).hasSize(PlanStatistics.MOST_DEVICES);
        assertThat(event.tiers().stream().mapToInt(TierSum::devices).sum())
                .isBetween(event.unlisted() + 499, event.unlisted() + 500);
        assertThat(JsonProtocol.sparkEventToJsonString(event).length()).isLessThan(100_000);

        PlanStatistics large = of(1e18);
        for (int i = 0; i < 1_000; i++) {
            large.ended(reads(0, 1e17, 0), 100 + 1_000.0 * i);
        }
        TimeSeries happened = large.snapshot(true, 0, 2e6).event().happened();
        assertThat(happened.length()).isLessThanOrEqualTo(120);
        assertThat(happened.series().get(0).counts()).allMatch(count -> count >= 0);
        assertThat(happened.total("SSD")).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void aSnapshotDoesNotChange() {
        PlanStatistics counts = of(MIB);
        counts.ended(reads(0, MIB, 0), 101);
        PlanStatistics.Snapshot snapshot = counts.snapshot(false, 0, 101);
        counts.ended(reads(0, MIB, 0), 102);

        assertThat(snapshot.event().devices()).extracting(Device::tasks).isEqualTo(List.of(1));
        assertThat(snapshot.event().happened().total()).isEqualTo((long) MIB);
    }
}
