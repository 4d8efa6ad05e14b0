package io.tiercel.migrate;

import static io.tiercel.migrate.ledger.Samples.SECOND;
import static io.tiercel.migrate.ledger.Samples.block;

import io.tiercel.migrate.bind.MigrationBinder;
import io.tiercel.migrate.bind.PendingMigration;
import io.tiercel.migrate.ledger.DeviceDescription;
import io.tiercel.migrate.ledger.DeviceId;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.migrate.ledger.Samples;
import io.tiercel.model.BlockId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * A small discrete-event simulation: agents with one device each poll once a second and migrate one block at a time, on the shipping
 * {@link Migrations}.
 */
public final class MigrationWorld {
    static final long BLOCK = 64 << 20;

    private static final long BUDGET = 1L << 40;

    private final List<Interference> devices;
    private final Migrations migrations;
    private final List<Deque<BlockId>> queues = new ArrayList<>();
    private final long[] startedAt;
    private final int[] migratedBy;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long sequence;

    private record Event(long time, long sequence, int agent, boolean poll) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(time, other.time);
            return byTime == 0 ? Long.compare(sequence, other.sequence) : byTime;
        }
    }

    public MigrationWorld(List<Interference> devices, MigrationBinder binder) {
        this.devices = devices;
        migrations = new Migrations(MigrationSettings.DEFAULT, binder, (use, now) -> 0, BlockStateListener.NONE, 0);
        startedAt = new long[devices.size()];
        migratedBy = new int[devices.size()];
        for (int agent = 0; agent < devices.size(); agent++) {
            queues.add(new ArrayDeque<>());
            migrations
                    .agents()
                    .join(
                            "n" + agent,
                            "n" + agent,
                            List.of(new DeviceDescription(devices.get(agent).bytesPerSecond())),
                            BUDGET,
                            List.of(),
                            0);
            schedule(SECOND * agent / devices.size(), agent, true);
        }
    }

    public Migrations migrations() {
        return migrations;
    }

    /** Blocks that each device has migrated. */
    public int[] migratedBy() {
        return migratedBy.clone();
    }

    /** A job hints {@code blocks} blocks, each with replicas on three random nodes. */
    public void hint(String job, int from, int blocks, long seed, long now) {
        Random random = new Random(seed);
        List<PendingMigration> pending = new ArrayList<>();
        for (int id = from; id < from + blocks; id++) {
            List<DeviceId> replicas = random.ints(0, devices.size())
                    .distinct()
                    .limit(Math.min(3, devices.size()))
                    .mapToObj(Samples::device)
                    .toList();
            pending.add(new PendingMigration(block(id), BLOCK, replicas));
        }
        migrations.jobs().hint(Requests.hint(job, pending, EvictionMode.EXPLICIT, Long.MAX_VALUE, now), now);
    }

    private void schedule(long time, int agent, boolean poll) {
        events.add(new Event(time, sequence++, agent, poll));
    }

    /** Nanoseconds at which {@code blocks} have come in, from those that have by now on. */
    public long run(int blocks) {
        int left = blocks;
        while (true) {
            Event event = events.remove();
            if (event.time() > 100_000 * SECOND) {
                throw new IllegalStateException(left + " blocks never came in: " + Arrays.toString(migratedBy));
            }
            happen(event);
            if (!event.poll() && --left == 0) {
                return event.time();
            }
        }
    }

    /** Lets time pass. */
    public void runUntil(long time) {
        while (events.element().time() < time) {
            happen(events.remove());
        }
    }

    private void happen(Event event) {
        if (event.poll()) {
            poll(event.agent(), event.time());
            schedule(event.time() + SECOND, event.agent(), true);
        } else {
            end(event.agent(), event.time());
        }
    }

    private void poll(int agent, long now) {
        Deque<BlockId> queue = queues.get(agent);
        boolean idle = queue.isEmpty();
        long runningFor = idle ? 0 : now - startedAt[agent];
        AgentOrders orders = migrations
                .agents()
                .poll("n" + agent, List.of(new DeviceReport(0, List.copyOf(queue), runningFor, 100)), now)
                .orElseThrow();
        orders.migrate().forEach(order -> queue.add(order.block()));
        if (idle) {
            begin(agent, now);
        }
    }

    private void begin(int agent, long now) {
        if (!queues.get(agent).isEmpty()) {
            startedAt[agent] = now;
            schedule(devices.get(agent).end(now, BLOCK), agent, false);
        }
    }

    private void end(int agent, long now) {
        BlockId block = queues.get(agent).remove();
        migratedBy[agent]++;
        migrations.agents().migrated("n" + agent, block, BLOCK, 0, now - startedAt[agent], now);
        begin(agent, now);
    }

    /** When the devices together could have read {@code blocks} at the earliest, were each always at work. */
    public long bound(int blocks) {
        long low = 0;
        long high = 100_000 * SECOND;
        while (high - low > SECOND / 1000) {
            long middle = (low + high) / 2;
            double bytes =
                    devices.stream().mapToDouble(device -> device.until(middle)).sum();
            if (bytes >= (double) blocks * BLOCK) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }
}
