package io.tiercel.coordinator.service;

import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What jobs say of their reads while their own hints are still looked up in the file system. A read ends a claim; one that is told before
 * the claim it ends is made would be lost, and the claim would stay for as long as the job lives. Thread-safe.
 */
final class ReadsDuringLookup {
    private record Job(String user, String name) {}

    /** One hint that is looked up. */
    final class Lookup {
        private final Job job;
        private final Set<BlockId> begun = new LinkedHashSet<>();
        private final Set<BlockId> read = new LinkedHashSet<>();

        private Lookup(Job job) {
            this.job = job;
        }

        String user() {
            return job.user;
        }

        String job() {
            return job.name;
        }

        /** The hint has become claims, or will not. What is said from now on is not noted any more. Does nothing the second time. */
        void over() {
            synchronized (ReadsDuringLookup.this) {
                underway.computeIfPresent(job, (same, lookups) -> {
                    lookups.remove(this);
                    return lookups.isEmpty() ? null : lookups;
                });
            }
        }

        /** To be asked when it is over: what the job's tasks have begun to read, each block for the last time. */
        List<BlockId> begun() {
            return List.copyOf(begun);
        }

        /** The same of what they have read. */
        List<BlockId> read() {
            return List.copyOf(read);
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
    synchronized void said(String user, String job, List<BlockId> begun, List<BlockId> read) {
        for (Lookup lookup : underway.getOrDefault(new Job(user, job), List.of())) {
            lookup.begun.addAll(begun);
            lookup.read.addAll(read);
        }
    }
}
