package io.tiercel.spark.cache;

import io.tiercel.spark.GuardedListener;
import io.tiercel.transfer.HashRing;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;

/** The hosts that have executors of an application, as a ring. Thread-safe. */
final class AffinityHosts extends GuardedListener {
    /** @param generation grows with each change of the hosts */
    record Ring(HashRing hosts, long generation) {}

    private final boolean sharesNodes;
    private final Map<String, String> hostOf = new HashMap<>();
    private final Map<String, String> nodeOf = new HashMap<>();
    private Set<String> placed = Set.of();
    private volatile Ring ring = new Ring(HashRing.of(hostOf.values()), 0);

    /** @param sharesNodes whether all pods of a node have one cache; else each pod counts as a host */
    AffinityHosts(boolean sharesNodes) {
        super("tasks go where caches of earlier executors are");
        this.sharesNodes = sharesNodes;
    }

    @Override
    public void onExecutorAdded(SparkListenerExecutorAdded event) {
        guard(() -> added(event.executorId(), event.executorInfo().executorHost()));
    }

    @Override
    public void onExecutorRemoved(SparkListenerExecutorRemoved event) {
        guard(() -> removed(event.executorId()));
    }

    synchronized void added(String executor, String host) {
        hostOf.put(executor, host);
        place();
    }

    synchronized void removed(String executor) {
        hostOf.remove(executor);
        nodeOf.remove(executor);
        place();
    }

    /** An executor has said on which node it is, which may be heard before it is added. */
    synchronized void isOn(String executor, String node) {
        if (sharesNodes) {
            nodeOf.put(executor, node);
            place();
        }
    }

    private void place() {
        Set<String> hosts = new HashSet<>();
        hostOf.forEach((executor, host) -> hosts.add(nodeOf.getOrDefault(executor, host)));
        if (!hosts.equals(placed)) { // A ring takes time to make: not for each executor.
            placed = hosts;
            HashRing now = HashRing.of(hosts);
            if (!now.hosts().equals(ring.hosts().hosts())) {
                ring = new Ring(now, ring.generation() + 1);
            }
        }
    }

    Ring ring() {
        return ring;
    }
}
