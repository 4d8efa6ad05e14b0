package io.tiercel.cli.memory;

import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.text.DurationFormat;
import io.tiercel.cli.text.TextTable;
import io.tiercel.client.TiercelClient;
import io.tiercel.model.ByteSize;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.BlockCounts;
import io.tiercel.protocol.DeviceState;
import io.tiercel.protocol.JobState;
import io.tiercel.protocol.StatusReply;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** What the coordinator knows. */
@Command(
        name = "status",
        description = "Shows the coordinator's agents with their memory, queues and estimates, and its jobs.",
        mixinStandardHelpOptions = true,
        footer = {"", "Exit code: 0; 1 if the coordinator cannot be reached or an agent is silent."})
public final class StatusCommand extends CoordinatorClientCommand {
    @Override
    public Integer call() {
        PrintWriter out = out();
        StatusReply status;
        try (TiercelClient client = open()) {
            status = given(client.status());
        }
        long up = Math.max(0, System.currentTimeMillis() - status.getStartedMillis());
        String version = status.getVersion().isEmpty() ? "" : status.getVersion() + " ";
        out.println("coordinator " + version + "up for " + DurationFormat.of(up) + "; "
                + status.getPendingMigrations() + " migrations (" + ByteSize.text(status.getPendingBytes())
                + ") wait for a node");
        out.println();
        long silent = status.getAgentsList().stream()
                .filter(agent -> !agent.getAlive())
                .count();
        agents(status, silent, out);
        out.println();
        jobs(status, out);
        counters(status, out);
        return silent == 0 ? ExitCodes.OK : ExitCodes.NEGATIVE;
    }

    private static void agents(StatusReply status, long silent, PrintWriter out) {
        if (status.getAgentsCount() == 0) {
            out.println("no agents");
            return;
        }
        out.println("agents: " + status.getAgentsCount() + (silent == 0 ? "" : ", " + silent + " of them silent"));
        TextTable table = new TextTable(
                2,
                "agent",
                "device",
                "pinned",
                "budget",
                "queued",
                "estimate/s",
                "migrated",
                "bytes",
                "1 reader/s",
                "many/s",
                "loss");
        for (AgentState agent : status.getAgentsList()) {
            String name = agent.getHost() + (agent.getAlive() ? agent.getPins() ? "" : " (cannot lock)" : " (silent)");
            table.row(
                    name,
                    "",
                    ByteSize.text(agent.getPinnedBytes()),
                    ByteSize.text(agent.getBudgetBytes()),
                    "",
                    "",
                    "",
                    "",
                    "",
                    "",
                    "");
            for (DeviceState device : agent.getDevicesList()) {
                table.row(
                        "",
                        device.getStorageType(),
                        "",
                        "",
                        Integer.toString(device.getQueued()),
                        ByteSize.text(Math.round(device.getBytesPerSecond())),
                        Long.toString(device.getMigratedBlocks()),
                        ByteSize.text(device.getMigratedBytes()),
                        device.hasCurve()
                                ? ByteSize.text(Math.round(device.getCurve().getOne()))
                                : "",
                        device.hasCurve()
                                ? ByteSize.text(Math.round(device.getCurve().getMost()))
                                : "",
                        device.hasCurve()
                                ? String.format(
                                        Locale.ROOT, "%.1f", device.getCurve().getLoss())
                                : "");
            }
        }
        table.print(out);
    }

    private static void jobs(StatusReply status, PrintWriter out) {
        if (status.getJobsCount() == 0) {
            out.println("no jobs");
            return;
        }
        TextTable table =
                new TextTable(2, "job", "user", "in memory", "of", "waiting", "arriving", "failed", "lease until");
        for (JobState job : status.getJobsList()) {
            BlockCounts blocks = job.getBlocks();
            table.row(
                    job.getJob(),
                    job.getUser(),
                    ByteSize.text(blocks.getResidentBytes()),
                    ByteSize.text(blocks.getWantedBytes()),
                    Long.toString(blocks.getPending()),
                    Long.toString(blocks.getBound()),
                    Long.toString(blocks.getFailed()),
                    Instant.ofEpochMilli(job.getLeaseEndsMillis())
                            .truncatedTo(ChronoUnit.SECONDS)
                            .toString());
        }
        table.print(out);
    }

    /** The coordinator tells them to administrators alone. */
    private static void counters(StatusReply status, PrintWriter out) {
        if (status.getCountersCount() == 0) {
            return;
        }
        String counted = status.getCountersMap().entrySet().stream()
                .filter(counter -> counter.getValue() != 0)
                .sorted(Map.Entry.comparingByKey())
                .map(counter -> counter.getKey() + " " + counter.getValue())
                .collect(Collectors.joining(", "));
        out.println();
        out.println("counters: " + (counted.isEmpty() ? "all 0" : counted));
    }
}
