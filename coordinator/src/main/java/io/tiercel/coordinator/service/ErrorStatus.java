package io.tiercel.coordinator.service;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tiercel.coordinator.state.RefusedCallException;
import io.tiercel.hdfs.resolve.FileResolver.TooManyBlocksException;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Errors as a status with one line for the caller. */
final class ErrorStatus {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorStatus.class);

    private ErrorStatus() {}

    static StatusRuntimeException of(Throwable e) {
        if (e instanceof StatusRuntimeException status) {
            return status;
        }
        String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return status(e, line).withDescription(line).asRuntimeException();
    }

    private static Status status(Throwable e, String line) {
        if (e instanceof RefusedCallException refused) {
            return switch (refused.kind()) {
                case NOT_YOURS -> Status.PERMISSION_DENIED;
                case UNKNOWN -> Status.NOT_FOUND;
                case TOO_MUCH -> Status.RESOURCE_EXHAUSTED;
            };
        }
        if (e instanceof IllegalArgumentException) {
            return Status.INVALID_ARGUMENT;
        }
        if (e instanceof TooManyBlocksException) {
            return Status.RESOURCE_EXHAUSTED;
        }
        if (e instanceof IOException) {
            LOG.info("HDFS cannot be asked: {}", line);
            return Status.UNAVAILABLE;
        }
        if (e instanceof RejectedExecutionException) {
            return Status.UNAVAILABLE;
        }
        LOG.warn("a call failed", e);
        return Status.INTERNAL;
    }
}
