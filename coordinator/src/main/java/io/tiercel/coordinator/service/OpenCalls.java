package io.tiercel.coordinator.service;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** Calls that are open, by user, so that nobody keeps all of the coordinator busy. Thread-safe. */
final class OpenCalls {
    private final int most;
    private final ConcurrentMap<String, Integer> byUser = new ConcurrentHashMap<>();

    OpenCalls(int most) {
        this.most = most;
    }

    /**
     * @return ends the call; does nothing the second time
     * @throws StatusRuntimeException if the user has as many open as anybody may have
     */
    Runnable begin(String user) {
        byUser.merge(user, 1, (open, one) -> {
            if (open >= most) {
                throw refusal(user);
            }
            return open + one;
        });
        AtomicBoolean isOpen = new AtomicBoolean(true);
        return () -> {
            if (isOpen.compareAndSet(true, false)) {
                byUser.computeIfPresent(user, (same, open) -> open > 1 ? open - 1 : null);
            }
        };
    }

    private StatusRuntimeException refusal(String user) {
        return Status.RESOURCE_EXHAUSTED
                .withDescription("user " + user + " has " + most
                        + " calls open, as many as anybody may have (tiercel.coordinator.user.calls.most)")
                .asRuntimeException();
    }
}
