package io.tiercel.coordinator.state;

import io.tiercel.protocol.ProgressReply;

/**
 * A job's progress.
 *
 * @param message what has changed
 * @param settled whether nothing of the job is on its way any more, or all of it waits for room
 */
public record JobProgress(ProgressReply message, boolean settled) {}
