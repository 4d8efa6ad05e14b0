package io.tiercel.testkit;

import io.tiercel.testkit.process.ClusterException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * A cluster that the test classes of a JVM share: the first class that asks for it starts it. One cluster runs at a time, so a class
 * that asks for another ends the one before, and the end of the last test ends the last one. Order the classes by cluster
 * ({@code @Order}), and those that kill daemons last.
 *
 * @param <T> the cluster, or what a test calls the world around it
 */
public final class SharedCluster<T extends AutoCloseable> implements BeforeAllCallback {
    private final Class<T> type;
    private final String name;
    private final Callable<T> start;
    private @Nullable T cluster;

    private SharedCluster(Class<T> type, String name, Callable<T> start) {
        this.type = type;
        this.name = name;
        this.start = start;
    }

    /** @param name what classes that share it have in common */
    public static <T extends AutoCloseable> SharedCluster<T> of(Class<T> type, String name, Callable<T> start) {
        return new SharedCluster<>(type, name, start);
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        Running running = context.getRoot()
                .getStore(Namespace.create(SharedCluster.class))
                .getOrComputeIfAbsent(Running.class, key -> new Running(), Running.class);
        cluster = type.cast(running.get(type.getName() + ' ' + name, start));
    }

    public T get() {
        return Objects.requireNonNull(cluster, "a cluster is there once its class' tests begin");
    }

    /** The one cluster that is up. The store of all tests closes it. */
    private static final class Running implements AutoCloseable {
        private String name = "";
        private @Nullable AutoCloseable cluster;

        synchronized AutoCloseable get(String wanted, Callable<? extends AutoCloseable> start) throws Exception {
            AutoCloseable running = cluster;
            if (running == null || !name.equals(wanted)) {
                close();
                running = start.call();
                cluster = running;
                name = wanted;
            }
            return running;
        }

        @Override
        public synchronized void close() {
            AutoCloseable ended = cluster;
            cluster = null;
            if (ended != null) {
                try {
                    ended.close();
                } catch (Exception e) {
                    throw new ClusterException("the cluster '" + name + "' does not end: " + e.getMessage(), e);
                }
            }
        }
    }
}
