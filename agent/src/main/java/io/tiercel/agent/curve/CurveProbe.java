package io.tiercel.agent.curve;

import io.tiercel.agent.BlockStore;
import io.tiercel.agent.ErrorLog;
import io.tiercel.agent.curve.CurveMeasurement.Outcome;
import io.tiercel.agent.migrate.IdleDevice;
import io.tiercel.agent.migrate.IdleIoPriority;
import io.tiercel.linux.IoPriority;
import io.tiercel.model.ByteSize;
import io.tiercel.model.ReadCurve;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures the curves of the node's devices, one after the other, each while no migration runs or waits on it. A migration that comes
 * ends the measurement. For one thread.
 */
public final class CurveProbe {
    private static final Logger LOG = LoggerFactory.getLogger(CurveProbe.class);

    /** How long a device has to have been without migrations. */
    private static final long IDLE = TimeUnit.SECONDS.toNanos(2);

    private final Function<String, ConcurrentReads> reads;
    private final Supplier<List<? extends IdleDevice>> devices;
    private final CurveSettings settings;
    private final ErrorLog errors;
    private final LongSupplier nanos;
    private final Map<String, Measured> byStorage = new HashMap<>();

    private static final class Measured {
        final CurveSchedule schedule;

        @Nullable
        ConcurrentReads reads;

        Measured(CurveSchedule schedule) {
            this.schedule = schedule;
        }
    }

    CurveProbe(
            Function<String, ConcurrentReads> reads,
            Supplier<List<? extends IdleDevice>> devices,
            CurveSettings settings,
            ErrorLog errors,
            LongSupplier nanos) {
        this.reads = reads;
        this.devices = devices;
        this.settings = settings;
        this.errors = errors;
        this.nanos = nanos;
    }

    public static CurveProbe of(
            BlockStore store,
            Supplier<List<? extends IdleDevice>> devices,
            CurveSettings settings,
            ErrorLog errors,
            LongSupplier nanos) {
        IdleIoPriority priority = new IdleIoPriority(IoPriority.IDLE);
        return new CurveProbe(
                storage -> new ColdReads(store, storage, priority, errors, nanos), devices, settings, errors, nanos);
    }

    public boolean isOn() {
        return settings.isOn();
    }

    /** Measures the devices that are due and idle. Call it about once a second. No failure leaves it. */
    public void turn() throws InterruptedException {
        List<? extends IdleDevice> now = devices.get();
        byStorage.keySet().retainAll(now.stream().map(IdleDevice::storage).collect(Collectors.toSet()));
        for (IdleDevice device : now) {
            Measured measured = byStorage.computeIfAbsent(
                    device.storage(), fresh -> new Measured(new CurveSchedule(settings, nanos.getAsLong())));
            ConcurrentReads earlier = measured.reads;
            boolean isStuck = earlier != null && earlier.isStuck();
            if (!isStuck
                    && device.isIdleFor(IDLE)
                    && measured.schedule.isDue(device.fullBytesPerSecond(), nanos.getAsLong())) {
                measure(device, measured);
            }
        }
    }

    private void measure(IdleDevice device, Measured measured) throws InterruptedException {
        OptionalDouble full = device.fullBytesPerSecond();
        BooleanSupplier isAllowed = () -> device.isIdleFor(0);
        Outcome outcome = Outcome.NONE;
        long began = nanos.getAsLong();
        try {
            ConcurrentReads fresh = reads.apply(device.storage());
            measured.reads = fresh;
            if (fresh.isInUse()) {
                measured.schedule.postponed(nanos.getAsLong());
                return;
            }
            began = nanos.getAsLong();
            outcome = CurveMeasurement.run(fresh, measured.schedule.best(full), isAllowed);
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable e) {
            errors.caught("to measure a device", e);
        }
        long ended = nanos.getAsLong();
        Optional<ReadCurve> curve = measured.schedule.ended(outcome, full, ended - began, ended);
        curve.ifPresent(counted -> {
            device.measured(counted);
            LOG.info("Tiercel has measured {}: {}", device.storage(), text(counted));
        });
    }

    private static String text(ReadCurve curve) {
        return String.format(
                Locale.ROOT,
                "%s/s for one reader, %s/s for many, loss by seeks %.2f",
                ByteSize.text(Math.round(curve.one())),
                ByteSize.text(Math.round(curve.most())),
                curve.loss());
    }
}
