package io.tiercel.hdfs.locate;

import io.tiercel.hdfs.locate.RangeLocations.LocationMiss;
import java.time.Duration;

/**
 * How a {@link BlockLocator} asks.
 *
 * @param timeToLive how long locations are believed: replicas move, nodes die, caches fill. Well below the ten minutes
 *     after which HDFS itself stops listing a dead node
 * @param cachedBlocks how many blocks' locations are kept, the least recently used going first; about 200 bytes each
 * @param threads threads that ask name nodes; the number never grows, whatever hangs
 * @param callTimeout after how long a call to a name node counts as failed
 * @param giveUpAfter for how long a name node that fails is asked again before its files count as
 *     {@link LocationMiss.Why#UNREACHABLE}
 */
public record LocatorSettings(
        Duration timeToLive, int cachedBlocks, int threads, Duration callTimeout, Duration giveUpAfter) {
    public static final LocatorSettings DEFAULT =
            new LocatorSettings(Duration.ofMinutes(5), 500_000, 4, Duration.ofSeconds(10), Duration.ofMinutes(2));

    public LocatorSettings {
        atLeast(Duration.ZERO, "timeToLive", timeToLive);
        atLeast(Duration.ofMillis(1), "callTimeout", callTimeout);
        atLeast(Duration.ZERO, "giveUpAfter", giveUpAfter);
        if (cachedBlocks < 0) {
            throw new IllegalArgumentException("cachedBlocks: expected at least 0, got " + cachedBlocks);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads: expected at least 1, got " + threads);
        }
    }

    private static void atLeast(Duration least, String what, Duration duration) {
        if (duration.compareTo(least) < 0) {
            throw new IllegalArgumentException(
                    what + ": expected at least " + least.toMillis() + " ms, got " + duration.toMillis() + " ms");
        }
    }
}
