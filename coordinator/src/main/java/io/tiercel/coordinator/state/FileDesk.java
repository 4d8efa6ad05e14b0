package io.tiercel.coordinator.state;

import io.tiercel.hdfs.resolve.FileBlock;
import io.tiercel.hdfs.resolve.ResolvedFile;
import io.tiercel.hdfs.resolve.VersionedPath;
import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Knows files by their version: what is claimed of a version that is no more, is dropped. */
final class FileDesk {
    private static final String OUTDATED = "its file was rewritten, appended to or deleted";

    private final World world;
    private final Aftermath aftermath;

    FileDesk(World world, Aftermath aftermath) {
        this.world = world;
        this.aftermath = aftermath;
    }

    /** Takes note of what lies at a path now. */
    TrackedFile admit(ResolvedFile file, String user, long now) {
        TrackedFile known = world.files.get(file.path());
        if (known != null && !known.outdated && known.version.equals(file.version())) {
            return known;
        }
        TrackedFile admitted = new TrackedFile(file.version(), user);
        if (known != null) {
            Set<BlockId> still = new HashSet<>();
            file.blocks().forEach(block -> still.add(block.id()));
            List<BlockRecord> old = new ArrayList<>(known.blocks);
            old.removeIf(record -> still.contains(record.id));
            drop(old, now);
            for (BlockRecord record : old) {
                List.copyOf(record.jobs).forEach(job -> aftermath.untrack(job, record));
            }
        }
        world.files.put(file.path(), admitted);
        return admitted;
    }

    void attach(BlockRecord record, TrackedFile file, FileBlock block) {
        TrackedFile before = record.file;
        if (before != null && before != file) {
            before.blocks.remove(record);
            forgetIfUnused(before);
        }
        record.file = file;
        record.offset = block.offset();
        record.length = block.length();
        record.replicas = block.replicas();
        file.blocks.add(record);
        AgentSession agent = record.agent;
        if (agent != null) {
            world.pins.update(record, agent);
        }
    }

    void forgetIfUnused(TrackedFile file) {
        if (file.blocks.isEmpty()) {
            world.files.remove(file.path(), file);
        }
    }

    /** These versions are no longer what lies at their paths. */
    void outdated(List<VersionedPath> versions, long now) {
        for (VersionedPath version : versions) {
            TrackedFile file = world.files.get(version.path());
            if (file != null && file.version.equals(version)) {
                file.outdated = true;
                drop(List.copyOf(file.blocks), now);
            }
        }
    }

    private void drop(List<BlockRecord> records, long now) {
        world.migrations.invalidate(records.stream().map(record -> record.id).toList(), now);
        aftermath.settle(now);
        for (BlockRecord record : records) {
            if (!record.jobs.isEmpty()) {
                aftermath.phase(record, Phase.FAILED, OUTDATED);
            }
        }
    }

    /** The versions that have gone unlooked at for longest, by the user who may look. From now on they count as looked at. */
    Map<String, List<VersionedPath>> next(int most) {
        List<TrackedFile> files = new ArrayList<>();
        for (TrackedFile file : world.files.values()) {
            if (files.size() == most) {
                break;
            }
            if (!file.outdated) {
                files.add(file);
            }
        }
        Map<String, List<VersionedPath>> byUser = new HashMap<>();
        for (TrackedFile file : files) {
            world.files.remove(file.path());
            world.files.put(file.path(), file);
            byUser.computeIfAbsent(file.user, none -> new ArrayList<>()).add(file.version);
        }
        return byUser;
    }
}
