package io.tiercel.demo.slownode;

import io.tiercel.demo.report.Identified;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Which nodes are slowed down when (DYRS, figure 9 and table II). Where two are, one of them is slow whenever the other is not.
 *
 * <p>Patterns begin in the middle of a phase. So patterns with the same share of slow time have had the same amount of it after half a
 * cycle too.
 */
enum InterferencePattern implements Identified {
    NONE("none", 0, 0),
    ALWAYS("node 1, always", 1, 0),
    ONE_10S("node 1, every 10 s", 1, 10),
    ONE_20S("node 1, every 20 s", 1, 20),
    TWO_10S("nodes 1 and 2 in turn, every 10 s", 2, 10),
    TWO_20S("nodes 1 and 2 in turn, every 20 s", 2, 20);

    /** A slowed node has a third of its bandwidth: beside DYRS' migration two other readers were at work. */
    static final int SLOWDOWN = 3;

    final String title;
    private final int nodes;
    private final double phase;

    /** @param phase seconds; 0 if there is no end to it */
    InterferencePattern(String title, int nodes, double phase) {
        this.title = title;
        this.nodes = nodes;
        this.phase = phase;
    }

    /** Whether a node, counted from 0, is slow so many seconds after the beginning. */
    boolean slows(int node, double seconds) {
        if (node >= nodes) {
            return false;
        }
        boolean first = phase == 0 || turn(seconds) % 2 == 0;
        return (node == 0) == first;
    }

    private long turn(double seconds) {
        return (long) Math.floor((seconds + phase / 2) / phase);
    }

    /** When the pattern changes next; infinite if it does not. */
    double nextChange(double seconds) {
        return phase == 0 ? Double.POSITIVE_INFINITY : (turn(seconds) + 1) * phase - phase / 2;
    }

    /** Seconds in which devices of a bandwidth in bytes/s together deliver so many bytes, if none of them is ever idle. */
    double ideal(long bytes, int devices, double bandwidth) {
        double now = 0;
        double left = bytes;
        while (true) {
            double at = now;
            IntPredicate slow = node -> slows(node, at);
            double rate = IntStream.range(0, devices)
                    .mapToDouble(node -> slow.test(node) ? bandwidth / SLOWDOWN : bandwidth)
                    .sum();
            double next = nextChange(now);
            if (left <= rate * (next - now)) {
                return now + left / rate;
            }
            left -= rate * (next - now);
            now = next;
        }
    }
}
