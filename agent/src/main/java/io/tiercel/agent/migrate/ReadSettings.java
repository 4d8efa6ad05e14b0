package io.tiercel.agent.migrate;

import io.tiercel.linux.IoPriority;
import java.time.Duration;

/**
 * How blocks are read from their devices.
 *
 * @param deadline how long a migration may make no progress
 */
public record ReadSettings(IoPriority priority, Duration deadline) {}
