package io.tiercel.testkit.process;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** All processes of one cluster. */
public final class Daemons implements AutoCloseable {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    private final List<Daemon> all = new CopyOnWriteArrayList<>();

    public Daemon add(Daemon daemon) {
        all.add(daemon);
        return daemon;
    }

    /** The one that bears the name and was started last. */
    public Daemon named(String name) {
        return all.stream()
                .filter(daemon -> daemon.name().equals(name))
                .reduce((first, second) -> second)
                .orElseThrow(() -> new ClusterException("there is no " + name + " in this cluster"));
    }

    /** Those whose name begins so and who live. */
    public List<Daemon> alive(String prefix) {
        return all.stream()
                .filter(daemon -> daemon.name().startsWith(prefix) && daemon.alive())
                .toList();
    }

    /** @throws ClusterException if one has ended, with what it said last */
    public void requireAllAlive() {
        for (Daemon daemon : all) {
            if (!daemon.alive()) {
                throw new ClusterException("the " + daemon.name() + " ended while the cluster was starting: "
                        + daemon.lastWords() + " (see " + daemon.log() + ")");
            }
        }
    }

    public boolean foundPortTaken() {
        return all.stream().anyMatch(Daemon::foundPortTaken);
    }

    /** Ends all of them and waits until they are gone. */
    @Override
    public void close() {
        all.forEach(Daemon::release);
        for (Daemon daemon : all) {
            if (!daemon.await(STOP_LIMIT)) {
                daemon.handle().descendants().forEach(ProcessHandle::destroyForcibly);
                daemon.kill();
            }
        }
    }
}
