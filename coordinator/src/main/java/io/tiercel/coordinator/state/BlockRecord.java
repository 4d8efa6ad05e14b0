package io.tiercel.coordinator.state;

import io.tiercel.hdfs.resolve.ReplicaPlace;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A block that a job claims, an agent has, or somebody watches. There may be millions: its lists are small, and empty ones shared. */
final class BlockRecord {
    final BlockId id;

    /** Bytes; 0 while only watched. */
    long length;

    @Nullable
    TrackedFile file;

    long offset;
    List<ReplicaPlace> replicas = List.of();

    /** Those that claim it. */
    final List<JobEntry> jobs = new ArrayList<>(1);

    /** While no job claims it, as if there were no hope. */
    Phase phase = Phase.FAILED;

    /** FAILED: why, one clause. */
    String reason = "";

    /** Where it is bound or in memory by a migration; null if nowhere. */
    @Nullable
    AgentSession agent;

    /** BOUND or PINNED at {@link #agent}. */
    @Nullable
    BlockState migration;

    /** In page caches, of watched blocks only. */
    List<Cached> cached = List.of();

    List<ResidencyFeed> watchers = List.of();

    /** Nobody watches it any more, and agents still do. */
    boolean lingers;

    /** The hosts on which it is watched. */
    List<String> watchedOn = List.of();

    /** Bytes in one node's page cache, and since when some of it is known to be there, in nanoseconds. */
    record Cached(AgentSession agent, long bytes, long since) {}

    BlockRecord(BlockId id) {
        this.id = id;
    }

    long cachedBytes(AgentSession where) {
        Cached found = cachedAt(where);
        return found == null ? 0 : found.bytes;
    }

    @Nullable
    Cached cachedAt(AgentSession where) {
        for (Cached each : cached) {
            if (each.agent == where) {
                return each;
            }
        }
        return null;
    }

    void cached(AgentSession where, long bytes, long now) {
        Cached before = cachedAt(where);
        List<Cached> changed = new ArrayList<>(cached.size() + 1);
        for (Cached each : cached) {
            if (each != before) {
                changed.add(each);
            }
        }
        if (bytes > 0) {
            changed.add(new Cached(where, bytes, before == null ? now : before.since));
        }
        cached = changed.isEmpty() ? List.of() : changed;
    }

    boolean isIn(@Nullable AgentSession where, BlockState state) {
        return agent == where && migration == state;
    }

    /** Whether agents are to watch it. */
    boolean watched() {
        return lingers || !watchers.isEmpty();
    }

    /** Whether nobody wants to know of it any more. */
    boolean idle() {
        return jobs.isEmpty() && agent == null && !watched();
    }

    String path() {
        return file == null ? "" : file.path();
    }
}
