package io.tiercel.coordinator.state;

import io.tiercel.coordinator.state.RefusedCallException.Kind;
import io.tiercel.migrate.Migrations;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.status.BlockStatus;
import io.tiercel.migrate.status.MigrationViews.BlockPlace;
import io.tiercel.migrate.status.MigrationViews.ReplicaStatus;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.Residence;
import io.tiercel.protocol.ResidenceState;
import io.tiercel.protocol.ResidencyEvents;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;

/** The watchers of blocks, and the blocks' state in page caches. Also counts blocks: hinted and watched ones have a limit together. */
final class ResidencySubscriptions {
    /** Heap of a watched block, without its hosts. */
    private static final int WATCHED_BYTES = 180;

    /** Heap of one host of a watched block, with the order to its agent and what that says. */
    private static final int PLACE_BYTES = 140;

    /** Heap of a host on which blocks are watched, without the blocks. Its name has up to 255 characters. */
    private static final int HOST_BYTES = 800;

    /** Heap of one watcher's interest in one block, without what it has not heard yet. */
    private static final int INTEREST_BYTES = 75;

    /** Heap of a change on one host that a watcher has not heard yet. */
    private static final int CHANGE_BYTES = 75;

    /** Watches that end when a block begins to linger: more than one, so that late ones become fewer. */
    private static final int ENDED_FOR_ANOTHER = 2;

    private final Migrations migrations;
    private final StateSettings settings;
    private final Clock clock;
    private final Map<BlockId, WatchedBlock> blocks = new HashMap<>();

    /** How many watched blocks there are, each counted for each of its watchers. */
    private final UserCounts interests = new UserCounts();

    /** How many hosts there are on which they are watched, each counted for each watcher. */
    private long interestingPlaces;

    /** How many hosts the watched blocks have together. */
    private long places;

    /** How many of them jobs claim, or agents hold. */
    private int alsoClaimed;

    /** The blocks that agents on a host must watch. */
    private final Map<String, Set<WatchedBlock>> byHost = new HashMap<>();

    /** Blocks that linger, and until when; the first to go first. */
    private final Map<WatchedBlock, Long> lingering = new LinkedHashMap<>();

    private final AgentSessions agents;
    private final BiPredicate<BlockId, AgentSession> drawsReaders;

    /** @param drawsReaders whether readers on other nodes are sent to an agent's pinned replica of a block */
    ResidencySubscriptions(
            Migrations migrations,
            AgentSessions agents,
            BiPredicate<BlockId, AgentSession> drawsReaders,
            StateSettings settings,
            Clock clock) {
        this.migrations = migrations;
        this.drawsReaders = drawsReaders;
        this.agents = agents;
        this.settings = settings;
        this.clock = clock;
    }

    // ---- how many blocks are known

    boolean isKnown(BlockId id) {
        return blocks.containsKey(id) || migrations.views().place(id).isPresent();
    }

    /** Blocks that are claimed, held or watched. */
    int known() {
        return migrations.views().blocks() + blocks.size() - alsoClaimed;
    }

    boolean isFull() {
        return known() >= settings.mostBlocks() || heapBytes() >= settings.heapBytes();
    }

    /** Estimate of the heap that all blocks take, in bytes. */
    long heapBytes() {
        return migrations.views().heapBytes()
                + WATCHED_BYTES * (long) blocks.size()
                + PLACE_BYTES * places
                + HOST_BYTES * (long) byHost.size()
                + INTEREST_BYTES * interests.all()
                + CHANGE_BYTES * interestingPlaces;
    }

    /** @throws RefusedCallException if not all of these could be known together with those that are */
    void requireRoom(Collection<BlockId> more) {
        requireHeap();
        long over = over(more);
        // Spared blocks may be among the wanted ones: then there is no more room than before.
        for (int before = -1; over > 0 && known() != before; over = over(more)) {
            before = known();
            endFirst((int) Math.min(over, Integer.MAX_VALUE));
        }
        if (over > 0) {
            throw new RefusedCallException(
                    Kind.TOO_MUCH,
                    "more than " + settings.mostBlocks()
                            + " blocks are hinted and watched together; raise tiercel.coordinator.blocks.most");
        }
    }

    /** Claims of jobs and interests of watchers take room too, which a number of blocks does not bound. */
    private void requireHeap() {
        while (heapBytes() >= settings.heapBytes() && !lingering.isEmpty()) {
            endFirst(1);
        }
        if (heapBytes() >= settings.heapBytes()) {
            throw new RefusedCallException(
                    Kind.TOO_MUCH,
                    "what is hinted and watched takes " + (settings.heapBytes() >> 20)
                            + " MiB of heap, all that it may; raise tiercel.coordinator.heap.share, or the heap of the "
                            + "coordinator's process");
        }
    }

    /** A block counts for each of the user's watchers, because each takes room. */
    private void requireQuota(ResidencyFeed feed, BlockId id) {
        WatchedBlock block = blocks.get(id);
        boolean isNew = block == null || !feed.interest.contains(block);
        if (isNew && interests.of(feed.user) >= settings.userBlocks()) {
            throw new RefusedCallException(
                    Kind.TOO_MUCH,
                    (feed.user.isEmpty() ? "callers without a name" : "user " + feed.user) + " may watch at most "
                            + settings.userBlocks()
                            + " blocks at a time (tiercel.coordinator.user.blocks.most); end other watches first");
        }
    }

    private long over(Collection<BlockId> more) {
        return known() + more.stream().filter(id -> !isKnown(id)).count() - settings.mostBlocks();
    }

    /** A block is claimed or held from now on, or no more. */
    void claimed(BlockId id, boolean now) {
        if (blocks.containsKey(id)) {
            alsoClaimed += now ? 1 : -1;
        }
    }

    // ---- who watches

    void add(ResidencyFeed feed, BlockId id, List<String> hosts) {
        requireQuota(feed, id);
        requireRoom(List.of(id));
        WatchedBlock block = blocks.get(id);
        if (block == null) {
            block = new WatchedBlock(id);
            blocks.put(id, block);
            alsoClaimed += migrations.views().place(id).isPresent() ? 1 : 0;
        }
        if (block.lingers) {
            block.lingers = false;
            lingering.remove(block);
        }
        if (feed.interest.add(block)) {
            interests.add(feed.user, 1);
            interestingPlaces += block.hosts.size();
            block.watchers = with(block.watchers, feed);
        }
        for (ReplicaStatus replica : migrations.views().replicas(id)) {
            watchOn(block, replica.host());
        }
        for (String host : hosts) {
            watchOn(block, host);
        }
        touchAll(feed, block);
    }

    /** What is known already. */
    private void touchAll(ResidencyFeed feed, WatchedBlock block) {
        block.cached.forEach(cached -> feed.touch(block, cached.agent()));
        Optional<BlockPlace> place = migrations.views().place(block.id);
        AgentSession agent = place.flatMap(BlockPlace::device)
                .map(device -> agents.find(device.agent()))
                .orElse(null);
        if (agent != null && isHere(place.get(), agent)) {
            feed.touch(block, agent);
        }
    }

    private void watchOn(WatchedBlock block, String host) {
        if (block.hosts.contains(host)) {
            return;
        }
        if (block.hosts.size() == ResidencyFeed.MOST_HOSTS) {
            // Anybody may name hosts that have no replica. The last named stay, so other watchers get theirs back.
            unwatchOn(block, block.hosts.get(0));
        }
        block.hosts = with(block.hosts, host);
        places++;
        interestingPlaces += block.watchers.size();
        byHost.computeIfAbsent(host, none -> new LinkedHashSet<>()).add(block);
        agents.aliveOn(host).forEach(agent -> agent.watch.watch(block.id));
    }

    private void unwatchOn(WatchedBlock block, String host) {
        block.hosts = without(block.hosts, host);
        places--;
        interestingPlaces -= block.watchers.size();
        Set<WatchedBlock> there = byHost.get(host);
        if (there != null && there.remove(block) && there.isEmpty()) {
            byHost.remove(host);
        }
        for (AgentSession agent : agents.aliveOn(host)) {
            agent.watch.unwatch(block.id);
            if (block.cachedAt(agent) != null) {
                block.cached(agent, 0, 0);
                agent.caches.remove(block);
                block.touch(agent);
            }
        }
    }

    void remove(ResidencyFeed feed, BlockId id, long now) {
        WatchedBlock block = blocks.get(id);
        if (block != null && feed.interest.remove(block)) {
            leave(feed, block, now);
        }
    }

    /** Closes a feed. Returns its blocks, each of which has to {@link #leave}. */
    List<WatchedBlock> close(ResidencyFeed feed) {
        List<WatchedBlock> left = List.copyOf(feed.interest);
        feed.close();
        return left;
    }

    /** Agents keep watching for a while, so that the next reader knows at once how much of the block is in memory. */
    void leave(ResidencyFeed feed, WatchedBlock block, long now) {
        interests.add(feed.user, -1);
        interestingPlaces -= block.hosts.size();
        block.watchers = without(block.watchers, feed);
        if (block.watchers.isEmpty()) {
            block.lingers = true;
            lingering.put(block, now + settings.watchLinger());
            expire(ENDED_FOR_ANOTHER, now);
        }
    }

    /**
     * Ends the watch of what has lingered for long enough, and of what is more than a quarter of all blocks that may be known: of up to
     * {@code most} blocks. Returns whether more may have to end.
     */
    boolean expire(int most, long now) {
        int ended = 0;
        while (ended < most && isFirstOverdue(now)) {
            endFirst(1);
            ended++;
        }
        return ended == most;
    }

    private boolean isFirstOverdue(long now) {
        return !lingering.isEmpty()
                && (lingering.values().iterator().next() <= now || lingering.size() > settings.mostBlocks() / 4);
    }

    private void endFirst(int count) {
        var first = lingering.keySet().iterator();
        for (int i = 0; i < count && first.hasNext(); i++) {
            WatchedBlock block = first.next();
            first.remove();
            end(block);
        }
    }

    private void end(WatchedBlock block) {
        for (String host : block.hosts) {
            unwatchOn(block, host);
        }
        block.cached.forEach(cached -> cached.agent().caches.remove(block));
        blocks.remove(block.id);
        alsoClaimed -= migrations.views().place(block.id).isPresent() ? 1 : 0;
    }

    // ---- what agents say

    void joined(AgentSession agent) {
        for (WatchedBlock block : byHost.getOrDefault(agent.host(), Set.of())) {
            agent.watch.watch(block.id);
        }
    }

    /** An agent is gone, and what it said of its page cache with it. */
    void left(AgentSession agent) {
        for (WatchedBlock block : List.copyOf(agent.caches)) {
            block.cached(agent, 0, 0);
            block.touch(agent);
        }
        agent.caches.clear();
    }

    void changed(BlockId id, AgentSession agent) {
        WatchedBlock block = blocks.get(id);
        if (block != null) {
            block.touch(agent);
        }
    }

    /** Bytes of a block in an agent's page cache, of a block of this length. */
    void cached(AgentSession agent, BlockId id, long bytes, long length, long now) {
        WatchedBlock block = blocks.get(id);
        if (block == null || !block.hosts.contains(agent.host())) {
            agent.watch.unwatchUnknown(id);
            return;
        }
        block.length =
                Math.max(0, migrations.views().place(id).map(BlockPlace::bytes).orElse(Math.max(block.length, length)));
        long in = Math.max(0, Math.min(bytes, block.length));
        if (in == block.cachedBytes(agent)) {
            return;
        }
        block.cached(agent, in, now);
        if (in > 0) {
            agent.caches.add(block);
        } else {
            agent.caches.remove(block);
        }
        block.touch(agent);
    }

    /** The most bytes in the page cache of one node, other than the one where it is bound or in memory by a migration. */
    long cachedElsewhere(BlockId id) {
        WatchedBlock block = blocks.get(id);
        Optional<BlockPlace> place = migrations.views().place(id);
        return block == null
                ? 0
                : block.cached.stream()
                        .filter(each -> place.isEmpty() || !isHere(place.get(), each.agent()))
                        .mapToLong(WatchedBlock.Cached::bytes)
                        .max()
                        .orElse(0);
    }

    private static boolean isHere(BlockPlace place, AgentSession agent) {
        return place.isAt(agent.node, BlockState.BOUND) || place.isAt(agent.node, BlockState.PINNED);
    }

    // ---- what watchers hear

    /** The watcher's next events, up to a bound. */
    ResidencyEvents drain(ResidencyFeed feed, int most, long now) {
        ResidencyEvents.Builder events = ResidencyEvents.newBuilder();
        feed.take(most).forEach(touch -> events.addEvents(residence(touch.block(), touch.agent(), now)));
        if (feed.takeComplete()) {
            events.setComplete(true).setCompleteRequests(feed.requests);
        }
        return events.build();
    }

    private Residence residence(WatchedBlock block, AgentSession agent, long now) {
        Optional<BlockPlace> place = migrations.views().place(block.id);
        long length = place.map(BlockPlace::bytes).orElse(block.length);
        Residence.Builder residence = Residence.newBuilder()
                .setBlock(Translation.block(block.id))
                .setHost(agent.host())
                .setLength(length);
        if (place.isPresent() && place.get().isAt(agent.node, BlockState.PINNED)) {
            return residence
                    .setState(agent.pins() ? ResidenceState.PINNED : ResidenceState.CACHED)
                    .setDrawsReaders(drawsReaders.test(block.id, agent))
                    .setResidentBytes(length)
                    .build();
        }
        WatchedBlock.Cached cached = block.cachedAt(agent);
        residence.setResidentBytes(cached == null ? 0 : cached.bytes());
        if (place.isPresent() && place.get().isAt(agent.node, BlockState.BOUND)) {
            migrations
                    .views()
                    .status(block.id, now)
                    .map(BlockStatus::expectedIn)
                    .filter(OptionalDouble::isPresent)
                    .ifPresent(in -> residence.setExpectedMillis(clock.millisAt(now + Math.round(in.getAsDouble()))));
            return residence.setState(ResidenceState.ARRIVING).build();
        }
        if (cached == null) {
            return residence.setState(ResidenceState.GONE).build();
        }
        return residence
                .setState(ResidenceState.CACHED)
                .setCachedForMillis(TimeUnit.NANOSECONDS.toMillis(now - cached.since()))
                .build();
    }

    private static <T> List<T> with(List<T> some, T more) {
        List<T> all = new ArrayList<>(some);
        all.add(more);
        return List.copyOf(all);
    }

    private static <T> List<T> without(List<T> all, T one) {
        return all.stream().filter(each -> each != one).toList();
    }
}
