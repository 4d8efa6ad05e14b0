package io.tiercel.coordinator.service;

import io.tiercel.coordinator.state.UserCounts;
import io.tiercel.migrate.JobRegistry.Read;
import io.tiercel.migrate.ledger.JobId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads that a job reports while the file system is asked for the files of its own hints. A read ends a claim. A
 * read that is reported before its claim exists would be lost, and the claim would stay as long as the job. Thread-safe.
 *
 * <p>All lookups of a job share one log, and the logs are bounded: a read beyond the bound is not noted. Its block then stays claimed
 * until the job releases it or ends.
 */
final class ReadsDuringLookup {
    private static final Logger LOG = LoggerFactory.getLogger(ReadsDuringLookup.class);

    private final int mostOfUser;
    private final int mostOfAll;
    private final Map<JobId, JobLog> logs = new HashMap<>();

    /** Reads in the logs. */
    private final UserCounts noted = new UserCounts();

    /**
     * @param mostOfUser reads in the logs of one user's jobs; one takes about 100 bytes
     * @param mostOfAll reads in all logs
     */
    ReadsDuringLookup(int mostOfUser, int mostOfAll) {
        this.mostOfUser = mostOfUser;
        this.mostOfAll = mostOfAll;
    }

    /** The reads of a job since its oldest lookup began. */
    private static final class JobLog {
        private final List<Lookup> lookups = new ArrayList<>();
        private final List<Read> reads = new ArrayList<>();

        /** Reads that were dropped from the log's front. */
        private long dropped;

        private boolean full;
    }

    final class Lookup {
        private final JobId job;
        private final long from;

        private Lookup(JobId job, long from) {
            this.job = job;
            this.from = from;
        }

        JobId job() {
            return job;
        }

        /**
         * The hint has become claims, or will not. Later reports are not noted.
         *
         * @return the reads since the lookup began; none the second time
         */
        List<Read> over() {
            return end(this);
        }
    }

    /** A job hints something that has to be looked up. {@link Lookup#over} has to be called in the end. */
    synchronized Lookup begin(JobId job) {
        JobLog log = logs.computeIfAbsent(job, none -> new JobLog());
        Lookup lookup = new Lookup(job, log.dropped + log.reads.size());
        log.lookups.add(lookup);
        return lookup;
    }

    /** A job says what of its reads has begun or ended; to be noted before claims are ended by it. */
    synchronized void note(JobId job, List<Read> reads) {
        JobLog log = logs.get(job);
        if (log == null) {
            return;
        }
        long room = Math.min(mostOfUser - noted.of(job.user()), mostOfAll - noted.all());
        int taken = (int) Math.min(room, reads.size());
        if (taken < reads.size() && !log.full) {
            log.full = true;
            LOG.info("job {} reports too many reads during its hints: some blocks stay until it ends", job);
        }
        log.reads.addAll(reads.subList(0, taken));
        noted.add(job.user(), taken);
    }

    private synchronized List<Read> end(Lookup lookup) {
        JobLog log = logs.get(lookup.job);
        if (log == null || !log.lookups.remove(lookup)) {
            return List.of();
        }
        List<Read> since = List.copyOf(log.reads.subList((int) (lookup.from - log.dropped), log.reads.size()));
        // Lookups are in the order in which they began.
        int unused = log.lookups.isEmpty() ? log.reads.size() : (int) (log.lookups.get(0).from - log.dropped);
        log.reads.subList(0, unused).clear();
        log.dropped += unused;
        noted.add(lookup.job.user(), -unused);
        if (log.lookups.isEmpty()) {
            logs.remove(lookup.job);
        }
        return since;
    }

    /** How many reads are kept for lookups. */
    synchronized long noted() {
        return noted.all();
    }
}
