package io.tiercel.struct;

/**
 * When each slot is free, earliest first. Starts only grow, and tasks of equal length end in the order of their starts. So a few
 * queues in ascending order hold nearly all ends, and only the rest go into a heap. Times are at least 0 and kept as their bits,
 * which have the same order.
 */
public final class SlotTimes {
    private static final int MOST_LANES = 8;
    private static final long INFINITE = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);

    /** Rings of a power of two, made on first use. */
    private final long[][] lanes = new long[MOST_LANES][];

    private final int ring;
    private final int[] first = new int[MOST_LANES];
    private final int[] count = new int[MOST_LANES];
    /** The first time in each lane; the greatest number for an empty one. */
    private final long[] least = new long[MOST_LANES];
    /** The last time added to each lane, even if polled since. */
    private final long[] latest = new long[MOST_LANES];

    private final LongHeap others = new LongHeap(8);
    private int used;

    /** @param slots most times held at once */
    public SlotTimes(int slots) {
        ring = Integer.highestOneBit(Math.max(1, slots - 1)) * 2;
    }

    public void clear() {
        used = 0;
        others.clear();
    }

    /** The earliest time; infinity if there is none. */
    public double least() {
        long time = INFINITE;
        for (int lane = 0; lane < used; lane++) {
            time = Math.min(time, least[lane]);
        }
        return Double.longBitsToDouble(others.isEmpty() ? time : Math.min(time, others.peek()));
    }

    public double poll() {
        int lane = 0;
        for (int other = 1; other < used; other++) {
            if (least[other] < least[lane]) {
                lane = other;
            }
        }
        long time = least[lane];
        if (!others.isEmpty() && others.peek() < time) {
            return Double.longBitsToDouble(others.poll());
        }
        first[lane] = (first[lane] + 1) & (ring - 1);
        least[lane] = --count[lane] == 0 ? Long.MAX_VALUE : lanes[lane][first[lane]];
        return Double.longBitsToDouble(time);
    }

    /** Adds to the lane with the latest time that fits, so that few lanes are used. */
    public void add(double time) {
        long bits = Double.doubleToRawLongBits(time);
        int best = -1;
        for (int lane = 0; lane < used; lane++) {
            if (latest[lane] <= bits && (best < 0 || latest[lane] > latest[best])) {
                best = lane;
            }
        }
        if (best < 0) {
            if (used == MOST_LANES) {
                others.add(bits);
                return;
            }
            best = open();
        }
        lanes[best][(first[best] + count[best]) & (ring - 1)] = bits;
        latest[best] = bits;
        if (count[best]++ == 0) {
            least[best] = bits;
        }
    }

    private int open() {
        int lane = used++;
        if (lanes[lane] == null) {
            lanes[lane] = new long[ring];
        }
        first[lane] = 0;
        count[lane] = 0;
        least[lane] = Long.MAX_VALUE;
        return lane;
    }
}
