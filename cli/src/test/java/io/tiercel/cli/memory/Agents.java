package io.tiercel.cli.memory;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** A scripted agent for each DataNode. */
public final class Agents implements AutoCloseable {
    private final List<ScriptedAgent> agents;

    private Agents(List<ScriptedAgent> agents) {
        this.agents = agents;
    }

    /** Those of a cluster, on the way to a coordinator on this machine. */
    public static Agents onAll(DistributedFileSystem hdfs, int port) throws IOException {
        return new Agents(ScriptedAgent.onAll(hdfs, port));
    }

    /** How often they have registered, all together. */
    public int registrations() {
        return agents.stream().mapToInt(ScriptedAgent::registrations).sum();
    }

    /** Blocks that they say they have pinned. */
    public int pinned() {
        return agents.stream().mapToInt(ScriptedAgent::pinned).sum();
    }

    @Override
    public void close() {
        agents.forEach(ScriptedAgent::close);
    }
}
