package io.tiercel.bench.memory;

import java.util.concurrent.locks.LockSupport;

/**
 * Tasks that take their time after reading, and leave their device to others meanwhile. They wait in place of computing: this machine
 * has fewer cores than the cluster of a test has slots.
 */
final class Computing {
    private Computing() {}

    static void forMillis(long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
