package io.tiercel.coordinator.service;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Calls that are open, and the bytes of their messages, by user, so that nobody keeps all of the coordinator busy. Thread-safe. */
final class OpenCalls {
    /**
     * An answer of at most so many bytes is never refused: what its call asked for is done, and the number of open calls bounds
     * such answers. A path may take 24 KB.
     */
    static final int SMALL_BYTES = 32 << 10;

    private final int most;
    private final long mostBytes;
    private final ConcurrentMap<String, Usage> byUser = new ConcurrentHashMap<>();

    private record Usage(int calls, long bytes) {
        static final Usage NONE = new Usage(0, 0);
    }

    /** @param mostBytes of requests and answers whose calls are open */
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

    /** A call that is open, or whose request a task still has. */
    final class Call {
        private final String user;
        private long bytes;
        private int keepers;
        private boolean isOver;

        private Call(String user) {
            this.user = user;
        }

        /**
         * Counts a request until the call is answered or over.
         *
         * @throws StatusRuntimeException if the user's messages take as many bytes as anybody's may
         */
        synchronized void hold(long more) {
            if (!isOver) {
                count(bytes + more, true);
            }
        }

        /**
         * Counts an answer in place of what was counted before: its request is no longer needed.
         *
         * @throws StatusRuntimeException if the user's messages take as many bytes as anybody's may
         */
        synchronized void answer(long size) {
            if (!isOver) {
                count(size, size > SMALL_BYTES);
            }
        }

        /**
         * Counts a message of a stream in place of what was counted before: it is sent when the one before is gone. Never refuses it. An
         * error would end the stream and lose its news, and a stream has no more than one such message, of bounded size.
         *
         * @param size 0 when it has been sent
         */
        synchronized void stream(long size) {
            if (!isOver) {
                count(size, false);
            }
        }

        private void count(long now, boolean mayBeRefused) {
            long more = now - bytes;
            byUser.computeIfPresent(user, (same, usage) -> {
                if (mayBeRefused && more > 0 && usage.bytes + more > mostBytes) {
                    throw refusal("the open calls of user " + user + " have more than " + (mostBytes >> 20)
                            + " MiB of messages, the most that anybody's may have; call again later");
                }
                return new Usage(usage.calls, usage.bytes + more);
            });
            bytes = now;
        }

        /** A task has the request: its bytes count until the task is done, though the caller may go before. */
        synchronized void keep() {
            keepers++;
        }

        /** A task of {@link #keep} is done. */
        synchronized void letGo() {
            keepers--;
            if (isOver && keepers == 0) {
                leave(0, bytes);
            }
        }

        /** Does nothing the second time. */
        synchronized void end() {
            if (!isOver) {
                isOver = true;
                leave(1, keepers == 0 ? bytes : 0);
            }
        }

        private void leave(int calls, long freed) {
            byUser.computeIfPresent(user, (same, usage) -> {
                Usage left = new Usage(usage.calls - calls, usage.bytes - freed);
                return left.equals(Usage.NONE) ? null : left;
            });
        }
    }
}
