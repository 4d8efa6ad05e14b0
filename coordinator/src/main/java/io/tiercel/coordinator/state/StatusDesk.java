package io.tiercel.coordinator.state;

import io.tiercel.hdfs.resolve.FileBlock;
import io.tiercel.hdfs.resolve.ResolvedFile;
import io.tiercel.migrate.AgentStatus;
import io.tiercel.migrate.ledger.BlockState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The state for people. */
final class StatusDesk {
    private final World world;

    StatusDesk(World world) {
        this.world = world;
    }

    Views.Status status(long now) {
        Map<String, AgentStatus> byNode = new HashMap<>();
        world.migrations.agents(now).forEach(agent -> byNode.put(agent.agent(), agent));
        List<Views.Agent> agents = new ArrayList<>();
        for (AgentSession agent : world.agents.all()) {
            AgentStatus status = agent.alive ? byNode.get(agent.node) : null;
            if (status != null) {
                agents.add(Views.agent(agent, status));
            } else if (agent.lastSeenMillis > 0) {
                agents.add(Views.dead(agent));
            }
        }
        List<Views.Job> jobs = world.jobs.values().stream()
                .map(job -> new Views.Job(job.name, job.user, world.clock.millisAt(job.leaseEnds), Views.counts(job)))
                .toList();
        return new Views.Status(
                world.startedMillis, agents, jobs, world.migrations.pending(), world.pendingBytes, world.blocks.size());
    }

    Optional<Views.Progress> progress(ProgressFeed feed) {
        JobEntry job = feed.job;
        long waiting = waitingForRoom(job);
        if (feed.seen == job.changes && feed.waitingForRoom == waiting) {
            return Optional.empty();
        }
        feed.seen = job.changes;
        feed.waitingForRoom = waiting;
        Map<String, long[]> byHost = new TreeMap<>();
        for (BlockRecord record : job.blocks) {
            AgentSession agent = record.agent;
            if (agent != null) {
                long[] sums = byHost.computeIfAbsent(agent.host, none -> new long[2]);
                sums[record.migration == BlockState.PINNED ? 0 : 1] += record.length;
            }
        }
        List<Views.HostShare> hosts = byHost.entrySet().stream()
                .map(entry -> new Views.HostShare(entry.getKey(), entry.getValue()[0], entry.getValue()[1]))
                .toList();
        List<Views.Block> failures = feed.failures.stream()
                .filter(record -> record.phase == Phase.FAILED && record.jobs.contains(job))
                .map(Views::block)
                .toList();
        feed.failures.clear();
        return Optional.of(
                new Views.Progress(Views.counts(job), hosts, failures, waiting, job.settled() || waiting > 0));
    }

    /** How many blocks the job waits for in vain until somebody gives memory back; 0 while anything of it may still come in. */
    private long waitingForRoom(JobEntry job) {
        if (job.count(Phase.BOUND) > 0) {
            return 0;
        }
        long waiting = job.count(Phase.PENDING);
        if (waiting == 0) {
            return 0;
        }
        for (BlockRecord record : job.blocks) {
            if (record.phase == Phase.PENDING && !world.migrations.waitsForRoom(record.id)) {
                return 0;
            }
        }
        return waiting;
    }

    Views.FileMemory memory(ResolvedFile file) {
        long pinned = 0;
        long cached = 0;
        long arriving = 0;
        for (FileBlock block : file.blocks()) {
            BlockRecord record = world.blocks.get(block.id());
            AgentSession agent = record == null ? null : record.agent;
            if (record == null) {
                continue;
            }
            if (agent != null && record.migration == BlockState.BOUND) {
                arriving += block.length();
            } else if (agent != null && agent.pins) {
                pinned += block.length();
            } else if (agent != null) {
                cached += block.length();
            }
            cached += record.cached.stream()
                    .filter(each -> each.agent() != agent)
                    .mapToLong(BlockRecord.Cached::bytes)
                    .max()
                    .orElse(0);
        }
        return new Views.FileMemory(pinned, cached, arriving);
    }
}
