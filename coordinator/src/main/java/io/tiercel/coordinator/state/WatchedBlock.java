package io.tiercel.coordinator.state;

import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A block that somebody watches, or has watched until recently. There may be millions: its lists are small, empty ones are shared. */
final class WatchedBlock {
    final BlockId id;

    /** Bytes; 0 as long as nobody has said. */
    long length;

    List<Cached> cached = List.of();

    List<ResidencyFeed> watchers = List.of();

    /** The hosts on which agents watch it. */
    List<String> hosts = List.of();

    /** Nobody watches it any more, and agents still do. */
    boolean lingers;

    /** Bytes in one node's page cache, and since when some of it is known to be there, in nanoseconds. */
    record Cached(AgentSession agent, long bytes, long since) {}

    WatchedBlock(BlockId id) {
        this.id = id;
    }

    @Nullable
    Cached cachedAt(AgentSession where) {
        return cached.stream().filter(each -> each.agent == where).findFirst().orElse(null);
    }

    long cachedBytes(AgentSession where) {
        Cached found = cachedAt(where);
        return found == null ? 0 : found.bytes;
    }

    void cached(AgentSession where, long bytes, long now) {
        Cached before = cachedAt(where);
        List<Cached> changed = new ArrayList<>(cached);
        changed.removeIf(each -> each == before);
        if (bytes > 0) {
            changed.add(new Cached(where, bytes, before == null ? now : before.since));
        }
        cached = List.copyOf(changed);
    }

    /** Marks the agent's state of the block as changed. */
    void touch(AgentSession agent) {
        watchers.forEach(feed -> feed.touch(this, agent));
    }
}
