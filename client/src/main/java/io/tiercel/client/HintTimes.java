package io.tiercel.client;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/** When a session has made its hints, by {@link System#nanoTime}. Remembers the last {@value #MOST}. Not safe for several threads. */
final class HintTimes {
    private static final int MOST = 1_000;

    private record Made(long number, long at) {}

    /** The last one first. */
    private final Deque<Made> hints = new ArrayDeque<>();

    private long made;

    /** A hint is made; returns its number, counted from 1. */
    long next(long now) {
        hints.addFirst(new Made(++made, now));
        if (hints.size() > MOST) {
            hints.removeLast();
        }
        return made;
    }

    /** The number of the last hint so far, 0 if there is none. */
    long last() {
        return made;
    }

    /** The number of the last hint that was made before a time; of hints long ago, a number that is lower rather than higher. */
    long lastBefore(long time) {
        Iterator<Made> latestFirst = hints.iterator();
        long number = made;
        while (latestFirst.hasNext()) {
            Made hint = latestFirst.next();
            number = hint.number();
            if (hint.at() - time <= 0) {
                return number;
            }
            number--;
        }
        return number;
    }
}
