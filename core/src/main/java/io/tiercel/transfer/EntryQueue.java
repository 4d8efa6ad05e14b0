package io.tiercel.transfer;

import io.tiercel.transfer.WantedBlock.Want;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A priority queue of wants, lowest key first. Entries that are pushed in ascending order, as most are, form a sorted run, which is read from
 * its head. The others form a binary heap. So a queue that is built at once is not sorted again while it is read.
 */
final class EntryQueue {
    private long[] runKeys = new long[8];
    private @Nullable Want[] run = new Want[8];
    /** The run is from here ... */
    private int head;
    /** ... to here, exclusive. */
    private int end;

    private long[] heapKeys = {};
    private @Nullable Want[] heap = {};
    private int heapSize;

    int size() {
        return end - head + heapSize;
    }

    boolean isEmpty() {
        return head == end && heapSize == 0;
    }

    /** The lowest key; the queue must not be empty. */
    long firstKey() {
        return isRunFirst() ? runKeys[head] : heapKeys[0];
    }

    /** The want with the lowest key; the queue must not be empty. */
    @SuppressWarnings("NullAway")
    Want first() {
        return isRunFirst() ? run[head] : heap[0];
    }

    private boolean isRunFirst() {
        return heapSize == 0 || head < end && runKeys[head] <= heapKeys[0];
    }

    void push(long key, Want want) {
        if (head == end || key >= runKeys[end - 1]) {
            append(key, want);
        } else {
            insert(key, want);
        }
    }

    /** Takes the first entry out; the queue must not be empty. */
    void pop() {
        if (isRunFirst()) {
            run[head++] = null;
        } else {
            popHeap();
        }
    }

    private void append(long key, Want want) {
        if (head == end) {
            head = 0;
            end = 0;
        }
        if (end == run.length) {
            int capacity = Math.max(8, 2 * (end - head));
            runKeys = Arrays.copyOf(Arrays.copyOfRange(runKeys, head, end), capacity);
            run = Arrays.copyOf(Arrays.copyOfRange(run, head, end), capacity);
            end -= head;
            head = 0;
        }
        runKeys[end] = key;
        run[end++] = want;
    }

    private void insert(long key, Want want) {
        if (heapSize == heap.length) {
            heapKeys = Arrays.copyOf(heapKeys, Math.max(8, 2 * heapSize));
            heap = Arrays.copyOf(heap, heapKeys.length);
        }
        int position = heapSize++;
        while (position > 0 && heapKeys[(position - 1) / 2] > key) {
            int parent = (position - 1) / 2;
            heapKeys[position] = heapKeys[parent];
            heap[position] = heap[parent];
            position = parent;
        }
        heapKeys[position] = key;
        heap[position] = want;
    }

    private void popHeap() {
        long key = heapKeys[--heapSize];
        Want want = heap[heapSize];
        heap[heapSize] = null;
        if (heapSize == 0) {
            return;
        }
        int position = 0;
        for (int child = 1; child < heapSize; child = 2 * position + 1) {
            if (child + 1 < heapSize && heapKeys[child + 1] < heapKeys[child]) {
                child++;
            }
            if (key <= heapKeys[child]) {
                break;
            }
            heapKeys[position] = heapKeys[child];
            heap[position] = heap[child];
            position = child;
        }
        heapKeys[position] = key;
        heap[position] = want;
    }
}
