package io.tiercel.mapreduce;

import java.util.List;

/**
 * A map that waits for a container.
 *
 * @param map its number in the job
 * @param hosts where it prefers to run, as its split says
 */
public record WaitingMap(int map, List<String> hosts) {
    public WaitingMap {
        hosts = List.copyOf(hosts);
    }
}
