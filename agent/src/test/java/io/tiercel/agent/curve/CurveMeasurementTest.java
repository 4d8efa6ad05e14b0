package io.tiercel.agent.curve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.agent.curve.CurveMeasurement.Outcome;
import io.tiercel.model.ReadCurve;
import io.tiercel.plan.dispatch.Throughput;
import java.io.IOException;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class CurveMeasurementTest {
    private final FakeDevice device = new FakeDevice();

    private Outcome run(OptionalDouble best) throws IOException, InterruptedException {
        return CurveMeasurement.run(device, best, () -> device.isIdle);
    }

    private Outcome run() throws IOException, InterruptedException {
        return run(OptionalDouble.empty());
    }

    @Test
    void oneTwoAndFourReadersAreMeasuredAndOneAgain() throws Exception {
        assertThat(run().curve()).isPresent();
        assertThat(device.measured).containsExactly(1, 2, 4, 1);
    }

    @Test
    void aLossIsMeasuredAgain() throws Exception {
        device.throughput = new Throughput(150e6, 150e6, 2);
        ReadCurve curve = run().curve().orElseThrow();
        assertThat(device.measured).containsExactly(1, 2, 4, 1, 2, 4, 1);
        assertThat(curve.one()).isCloseTo(150e6, within(3e6));
        assertThat(curve.most()).isEqualTo(curve.one());
        assertThat(curve.loss()).isCloseTo(2, within(0.1));
    }

    @Test
    void eightAreMeasuredWhereFourGetMoreThanTwo() throws Exception {
        device.throughput = new Throughput(500e6, 3e9, 0);
        ReadCurve curve = run().curve().orElseThrow();
        assertThat(device.measured).containsExactly(1, 2, 4, 8, 1);
        assertThat(curve.most()).isCloseTo(3e9, within(1e8));
        assertThat(curve.loss()).isZero();
    }

    @Test
    void aDeviceThatOthersReadFromMeanwhileTellsNothing() throws Exception {
        device.left = new double[] {1, 1, 1, 0.5};
        assertThat(run()).isEqualTo(Outcome.NONE);
        device.measured.clear();
        device.left = new double[] {0.5, 0.5, 1};
        assertThat(run()).isEqualTo(Outcome.NONE);
    }

    @Test
    void aMachineThatWasBusyForAMomentDoesNotMakeADeviceSeek() throws Exception {
        device.left = new double[] {1, 1, 0.75, 1, 0.75, 1};
        ReadCurve curve = run().curve().orElseThrow();
        assertThat(curve.loss()).isZero();
        assertThat(curve.most()).isCloseTo(100e6, within(1e6));
    }

    @Test
    void aLossCountsAsItIsIfThereIsTooLittleToReadForASecondLook() throws Exception {
        device.throughput = new Throughput(150e6, 150e6, 2);
        device.dataUntil = 5;
        assertThat(run().curve().orElseThrow().loss()).isCloseTo(2, within(0.1));
    }

    /** Else the larger values of the second look would make a disk look as if it did not seek. */
    @Test
    void othersWhoStopBeforeTheSecondLookEndIt() throws Exception {
        device.throughput = new Throughput(100e6, 100e6, 1);
        device.left = new double[] {0.5, 0.5, 0.5, 0.5, 1};
        assertThat(run()).isEqualTo(Outcome.NONE);
    }

    @Test
    void aMigrationEndsTheSecondLook() throws Exception {
        device.throughput = new Throughput(150e6, 150e6, 2);
        device.migrationAt = 4;
        assertThat(run()).isEqualTo(Outcome.NONE);
        assertThat(device.measured).hasSize(5);
    }

    @Test
    void aDeviceFarBelowItsBestTellsThatItIsSlow() throws Exception {
        device.left = new double[] {0.4};
        assertThat(run(OptionalDouble.of(100e6)).isSlow()).isTrue();
        assertThat(run(OptionalDouble.of(70e6)).curve()).isPresent();
    }

    @Test
    void aMigrationEndsIt() throws Exception {
        device.migrationAt = 1;
        assertThat(run()).isEqualTo(Outcome.NONE);
        assertThat(device.measured).containsExactly(1, 2);

        device.isIdle = true;
        device.migrationAt = 4;
        device.measured.clear();
        assertThat(run().curve()).isPresent();
        device.isIdle = true;
        device.migrationAt = 2;
        device.measured.clear();
        assertThat(run()).isEqualTo(Outcome.NONE);
        assertThat(device.measured).containsExactly(1, 2, 4);
    }

    @Test
    void withTooLittleToReadNothingIsTold() throws Exception {
        device.dataUntil = 1;
        assertThat(run()).isEqualTo(Outcome.NONE);
        assertThat(device.measured).containsExactly(1, 2);
    }
}
