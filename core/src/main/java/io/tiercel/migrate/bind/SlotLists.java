package io.tiercel.migrate.bind;

import java.util.Arrays;

/** A list of ints below a bound for each device, each int in one list at most; built anew at each retargeting. */
final class SlotLists {
    private int[] head = {};
    private int[] tail = {};
    private int[] next = {};

    void clear(int devices, int bound) {
        if (head.length < devices) {
            head = new int[devices];
            tail = new int[devices];
        }
        Arrays.fill(head, -1);
        Arrays.fill(tail, -1);
        if (next.length < bound) {
            next = new int[Math.max(bound, 2 * next.length)];
        }
    }

    void append(int device, int value) {
        next[value] = -1;
        if (tail[device] < 0) {
            head[device] = value;
        } else {
            next[tail[device]] = value;
        }
        tail[device] = value;
    }

    /** The first of the device's list, -1 if it is empty. */
    int first(int device) {
        return device < head.length ? head[device] : -1;
    }

    void removeFirst(int device) {
        int first = head[device];
        head[device] = next[first];
        if (head[device] < 0) {
            tail[device] = -1;
        }
    }
}
