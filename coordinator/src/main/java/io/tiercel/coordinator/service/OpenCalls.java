package io.tiercel.coordinator.service;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Calls that are open, and the bytes of their messages, by user, so that nobody keeps all of the coordinator busy. Thread-safe. */
final class OpenCalls {
    private final int most;
    private final long mostBytes;
    private final ConcurrentMap<String, Usage> byUser = new ConcurrentHashMap<>();

    private record Usage(int calls, long bytes) {
        static final Usage NONE = new Usage(0, 0);
    }

    /** @param mostBytes of messages whose calls are open */
    OpenCalls(int most, long mostBytes) {
        this.most = most;
        this.mostBytes = mostBytes;
    }

    /** @throws StatusRuntimeException if the user has as many open as anybody may have */
    Call begin(String user) {
        byUser.compute(user, (same, known) -> {
            Usage usage = known == null ? Usage.NONE : known;
            if (usage.calls >= most) {
                throw refusal("user " + user + " has " + most
                        + " calls open, as many as anybody may have (tiercel.coordinator.user.calls.most)");
            }
            return new Usage(usage.calls + 1, usage.bytes);
        });
        return new Call(user);
    }

    private static StatusRuntimeException refusal(String line) {
        return Status.RESOURCE_EXHAUSTED.withDescription(line).asRuntimeException();
    }

    /** A call that is open. */
    final class Call {
        private final String user;
        private long bytes;
        private boolean isOver;

        private Call(String user) {
            this.user = user;
        }

        /**
         * Counts a message of the call until the call ends.
         *
         * @throws StatusRuntimeException if the user's messages take as many bytes as anybody's may
         */
        synchronized void hold(long more) {
            if (isOver) {
                return;
            }
            byUser.computeIfPresent(user, (same, usage) -> {
                if (usage.bytes + more > mostBytes) {
                    throw refusal("the open calls of user " + user + " have more than " + (mostBytes >> 20)
                            + " MiB of messages, the most that anybody's may have; call again later");
                }
                return new Usage(usage.calls, usage.bytes + more);
            });
            bytes += more;
        }

        /** Does nothing the second time. */
        synchronized void end() {
            if (!isOver) {
                isOver = true;
                byUser.computeIfPresent(
                        user,
                        (same, usage) -> usage.calls > 1 ? new Usage(usage.calls - 1, usage.bytes - bytes) : null);
            }
        }
    }
}
