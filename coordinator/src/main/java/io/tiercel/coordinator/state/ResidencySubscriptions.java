package io.tiercel.coordinator.state;

import io.tiercel.hdfs.resolve.ReplicaPlace;
import io.tiercel.migrate.BlockStatus;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.ResidenceState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Who is interested in which blocks, and what they hear. */
final class ResidencySubscriptions {
    private final World world;

    /** What agents on a host are to watch. */
    private final Map<String, Set<BlockRecord>> byHost = new HashMap<>();

    /** Blocks that linger, and until when; the first to go first. */
    private final Map<BlockRecord, Long> lingering = new LinkedHashMap<>();

    ResidencySubscriptions(World world) {
        this.world = world;
        world.spare = this::endFirst;
    }

    void add(ResidencyFeed feed, BlockId id, List<String> hosts) {
        BlockRecord record = world.record(id);
        if (record.lingers) {
            record.lingers = false;
            lingering.remove(record);
        }
        if (feed.interest.add(record)) {
            record.watchers = with(record.watchers, feed);
        }
        for (ReplicaPlace place : record.replicas) {
            watchOn(record, place.host());
        }
        hosts.forEach(host -> watchOn(record, host));
        AgentSession agent = record.agent;
        if (agent != null) {
            feed.touch(record, agent);
        }
        record.cached.forEach(cached -> feed.touch(record, cached.agent()));
        feed.added();
    }

    private void watchOn(BlockRecord record, String host) {
        if (record.watchedOn.contains(host)) {
            return;
        }
        record.watchedOn = with(record.watchedOn, host);
        byHost.computeIfAbsent(host, none -> new LinkedHashSet<>()).add(record);
        world.agents.aliveOn(host).forEach(agent -> agent.watch.order(record.id, true));
    }

    void remove(ResidencyFeed feed, BlockId id, long now) {
        BlockRecord record = world.blocks.get(id);
        if (record != null && feed.interest.remove(record)) {
            leave(feed, record, now);
        }
    }

    void close(ResidencyFeed feed, long now) {
        feed.interest.forEach(record -> leave(feed, record, now));
        feed.interest.clear();
    }

    /** Whoever reads a block next, be it the same application, is to hear at once what of it is in memory. */
    private void leave(ResidencyFeed feed, BlockRecord record, long now) {
        record.watchers = without(record.watchers, feed);
        if (record.watchers.isEmpty()) {
            record.lingers = true;
            lingering.put(record, now + world.settings.watchLinger());
            expire(now);
        }
    }

    /** Ends the watch of what has lingered for long enough, and of what is more than a quarter of all blocks that may be known. */
    void expire(long now) {
        while (!lingering.isEmpty()
                && (lingering.values().iterator().next() <= now
                        || lingering.size() > world.settings.mostBlocks() / 4)) {
            endFirst(1);
        }
    }

    private void endFirst(int count) {
        var first = lingering.keySet().iterator();
        for (int i = 0; i < count && first.hasNext(); i++) {
            BlockRecord record = first.next();
            first.remove();
            end(record);
        }
    }

    private void end(BlockRecord record) {
        record.lingers = false;
        for (String host : record.watchedOn) {
            Set<BlockRecord> there = byHost.get(host);
            if (there != null && there.remove(record) && there.isEmpty()) {
                byHost.remove(host);
            }
            world.agents.aliveOn(host).forEach(agent -> agent.watch.order(record.id, false));
        }
        record.watchedOn = List.of();
        record.cached.forEach(cached -> cached.agent().caches.remove(record));
        record.cached = List.of();
        world.forgetIfIdle(record);
    }

    /** An agent has come: it is to watch what others wait to hear of. */
    void joined(AgentSession agent) {
        for (BlockRecord record : byHost.getOrDefault(agent.host, Set.of())) {
            agent.watch.order(record.id, true);
        }
    }

    /** An agent is gone, and what it said of its page cache with it. */
    void left(AgentSession agent) {
        for (BlockRecord record : List.copyOf(agent.caches)) {
            record.cached(agent, 0, 0);
            Aftermath.touch(record, agent);
        }
        agent.caches.clear();
    }

    void cached(AgentSession agent, BlockRecord record, Heartbeat.InCache report, long now) {
        if (!record.watched() || !record.watchedOn.contains(agent.host)) {
            agent.watch.order(record.id, false);
            return;
        }
        if (record.length == 0) {
            record.length = Math.max(0, report.length());
        }
        long bytes = Math.max(0, Math.min(report.bytes(), record.length));
        if (bytes == record.cachedBytes(agent)) {
            return;
        }
        record.cached(agent, bytes, now);
        if (bytes > 0) {
            agent.caches.add(record);
        } else {
            agent.caches.remove(record);
        }
        Aftermath.touch(record, agent);
    }

    /** What {@code feed} has not heard yet, at most so much. */
    Views.Watched drain(ResidencyFeed feed, int most, long now) {
        List<Views.Residence> events = feed.take(most).stream()
                .map(touch -> residence(touch.block(), touch.agent(), now))
                .toList();
        return new Views.Watched(events, feed.completes(), feed.requests());
    }

    private Views.Residence residence(BlockRecord record, AgentSession agent, long now) {
        long cached = record.cachedBytes(agent);
        if (record.isIn(agent, BlockState.PINNED)) {
            return new Views.Residence(
                    record.id,
                    agent.host,
                    agent.pins ? ResidenceState.PINNED : ResidenceState.CACHED,
                    record.length,
                    record.length,
                    OptionalLong.empty(),
                    OptionalLong.empty());
        }
        if (record.isIn(agent, BlockState.BOUND)) {
            return new Views.Residence(
                    record.id,
                    agent.host,
                    ResidenceState.ARRIVING,
                    cached,
                    record.length,
                    expected(record, now),
                    OptionalLong.empty());
        }
        return new Views.Residence(
                record.id,
                agent.host,
                cached > 0 ? ResidenceState.CACHED : ResidenceState.GONE,
                cached,
                record.length,
                OptionalLong.empty(),
                cachedFor(record, agent, now));
    }

    private static OptionalLong cachedFor(BlockRecord record, AgentSession agent, long now) {
        BlockRecord.Cached cached = record.cachedAt(agent);
        return cached == null
                ? OptionalLong.empty()
                : OptionalLong.of(TimeUnit.NANOSECONDS.toMillis(now - cached.since()));
    }

    private OptionalLong expected(BlockRecord record, long now) {
        return world.migrations.status(record.id, now).map(BlockStatus::expectedIn).stream()
                .filter(expected -> expected.isPresent())
                .mapToLong(expected -> world.clock.millisAt(now + Math.round(expected.getAsDouble())))
                .findFirst();
    }

    private static <T> List<T> with(List<T> some, T more) {
        List<T> all = new ArrayList<>(some.size() + 1);
        all.addAll(some);
        all.add(more);
        return all;
    }

    private static <T> List<T> without(List<T> all, T one) {
        if (all.size() == 1 && all.get(0) == one) {
            return List.of();
        }
        List<T> others = new ArrayList<>(all);
        others.remove(one);
        return others;
    }
}
