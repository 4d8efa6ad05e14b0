package io.tiercel.sim.engine;

import java.util.List;

/**
 * How many task events a second the engine manages: 3,000 devices, each with four tasks that in turn read from it and compute. Prints one
 * line; the number of task events (begin and end of each task's read, end of its computing) is the argument.
 */
public final class EngineThroughput {
    private static final int DEVICES = 3_000;
    private static final int TASKS_EACH = 4;

    private final Engine engine = new Engine();
    private final EventLog log = new EventLog(0);
    private long taskEvents;

    private EngineThroughput() {}

    public static void main(String[] args) {
        new EngineThroughput().run(args.length > 0 ? Long.parseLong(args[0]) : 1_000_000);
    }

    private void run(long wanted) {
        long begin = System.nanoTime();
        for (int d = 0; d < DEVICES; d++) {
            SharedResource device = new SharedResource(engine, "device " + d, 160e6, 0);
            for (int t = 0; t < TASKS_EACH; t++) {
                read(device, d + t * DEVICES, wanted);
            }
        }
        engine.run(Long.MAX_VALUE);
        double seconds = (System.nanoTime() - begin) / 1e9;
        System.out.printf(
                "%,d task events (%,d events of the engine) in %.2f s; log %s%n",
                taskEvents, engine.events(), seconds, log.sha256().substring(0, 16));
    }

    private void read(SharedResource device, int task, long wanted) {
        happened("read", task);
        Transfer.begin(128_000_000L + task, List.of(device), () -> {
            happened("compute", task);
            engine.after(Engine.SECOND + 1000L * task, () -> {
                happened("end", task);
                if (taskEvents < wanted) {
                    read(device, task, wanted);
                }
            });
        });
    }

    private void happened(String kind, int task) {
        taskEvents++;
        log.add(engine.now(), kind, task);
    }
}
