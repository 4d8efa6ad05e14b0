package io.tiercel.agent.migrate;

import io.tiercel.model.ReadCurve;
import java.util.OptionalDouble;

/** A device whose bandwidth can be measured while it has nothing to do. Thread-safe. */
public interface IdleDevice {
    /** HDFS' storage id. */
    String storage();

    /** Whether no migration has run or waited for so many nanoseconds. */
    boolean isIdleFor(long duration);

    /** Bytes per second as migrations have measured with nobody else on it; empty before the first. */
    OptionalDouble fullBytesPerSecond();

    /** Keeps the measured curve. The next report to the coordinator has it. */
    void measured(ReadCurve curve);
}
