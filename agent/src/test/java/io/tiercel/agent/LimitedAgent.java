package io.tiercel.agent;

import io.tiercel.agent.Agent.AgentIdentity;
import io.tiercel.agent.curve.CurveSettings;
import io.tiercel.agent.migrate.ReadSettings;
import io.tiercel.linux.IoPriority;
import io.tiercel.security.ChannelSecurity;
import io.tiercel.security.Endpoint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** An agent in a process of its own: the coordinator's port, the directory of block 1, its length. */
final class LimitedAgent {
    private LimitedAgent() {}

    public static void main(String[] arguments) throws Exception {
        Blocks blocks = new Blocks(Path.of(arguments[1]));
        blocks.add(1, Integer.parseInt(arguments[2]));
        AgentSettings settings = new AgentSettings(
                Optional.of("127.0.0.1:" + arguments[0]),
                new MemorySettings(64 << 20, 0, 100),
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                Duration.ofMinutes(1),
                0.004,
                new ReadSettings(IoPriority.IDLE, Duration.ofMinutes(1)),
                CurveSettings.OFF);
        Agent.start(
                settings,
                new AgentIdentity("uuid", "node", "test", false),
                blocks,
                Endpoint.parse(settings.coordinator().orElseThrow()),
                ChannelSecurity.nameless());
        Thread.currentThread().join();
    }
}
