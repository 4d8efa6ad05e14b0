package io.tiercel.spark.input;

import io.tiercel.hdfs.host.HostRegistry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hosts as places, numbered as in the host registry. */
public final class HostPlaces implements Places {
    private final HostRegistry hosts;

    public HostPlaces(HostRegistry hosts) {
        this.hosts = hosts;
    }

    @Override
    public int of(String executor, String host) {
        return hosts.node(host);
    }

    @Override
    public @Nullable Integer ofExecutor(String executor) {
        return null;
    }

    @Override
    public List<Integer> ofNode(int node) {
        return List.of(hosts.canonical(node));
    }

    @Override
    public int node(int place) {
        return place;
    }

    @Override
    public int[] racks() {
        int[] racks = new int[hosts.size()];
        for (int node = 0; node < racks.length; node++) {
            racks[node] = hosts.rack(node);
        }
        return racks;
    }

    @Override
    public String name(int place) {
        return hosts.name(place);
    }

    @Override
    public long generation() {
        return hosts.generation();
    }
}
