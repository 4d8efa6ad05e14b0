package io.tiercel.coordinator.service;

import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads that a job reports while the file system is asked for the files of its own hints. A read ends a claim. A
 * read that is reported before its claim exists would be lost, and the claim would stay as long as the job. Thread-safe.
 */
final class ReadsDuringLookup {
    private record Job(String user, String name) {}

    /** The blocks that a job's tasks have begun to read for the last time, and those that they have read. */
    record Reads(Set<BlockId> begun, Set<BlockId> read) {}

    final class Lookup {
        private final Job job;
        private final Map<HintMark, Reads> reads = new LinkedHashMap<>();

        private Lookup(Job job) {
            this.job = job;
        }

        String user() {
            return job.user;
        }

        String job() {
            return job.name;
        }

        /** The hint has become claims, or will not. Later reports are not noted. Does nothing the second time. */
        void over() {
            synchronized (ReadsDuringLookup.this) {
                underway.computeIfPresent(job, (same, lookups) -> {
                    lookups.remove(this);
                    return lookups.isEmpty() ? null : lookups;
                });
            }
        }

        /** To be asked when it is over: by the last hint before the reads. */
        Map<HintMark, Reads> reads() {
            return reads;
        }
    }

    private final Map<Job, List<Lookup>> underway = new HashMap<>();

    /** A job hints something that has to be looked up. {@link Lookup#over} has to be called in the end. */
    synchronized Lookup begin(String user, String job) {
        Lookup lookup = new Lookup(new Job(user, job));
        underway.computeIfAbsent(lookup.job, none -> new ArrayList<>()).add(lookup);
        return lookup;
    }

    /** A job says what of its reads has begun or ended; to be noted before claims are ended by it. */
    synchronized void note(String user, String job, HintMark mark, List<BlockId> begun, List<BlockId> read) {
        for (Lookup lookup : underway.getOrDefault(new Job(user, job), List.of())) {
            Reads reads =
                    lookup.reads.computeIfAbsent(mark, none -> new Reads(new LinkedHashSet<>(), new LinkedHashSet<>()));
            reads.begun.addAll(begun);
            reads.read.addAll(read);
        }
    }
}
