package io.tiercel.hdfs.locate;

import io.tiercel.hdfs.BackgroundExecutor;
import io.tiercel.hdfs.Batches;
import io.tiercel.hdfs.FileErrors;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.RangeLocations.LocationMiss;
import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.viewfs.ViewFileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries lookups out in the background. A file system that fails is left alone for a while ({@link CircuitBreaker}) and its
 * lookups are tried again until they have waited too long.
 */
final class LookupService {
    private static final Logger LOG = LoggerFactory.getLogger(LookupService.class);

    /** Receives the end of each lookup, once. */
    interface Outcome {
        /** @param askedAt nanosecond time before the question was put */
        void found(PendingLookup lookup, FileBlocks blocks, long askedAt);

        void missed(PendingLookup lookup, LocationMiss.Why why, String detail);
    }

    private final FileSystems fileSystems;
    private final ExtentMapper extents;
    private final BackgroundExecutor background;
    private final long giveUpAfterNanos;
    private final Outcome outcome;
    private final ConcurrentHashMap<FailureDomain, CircuitBreaker> circuits = new ConcurrentHashMap<>();
    private final Set<URI> notLocated = ConcurrentHashMap.newKeySet();

    /** Fails as one: a name node may serve one user and refuse another, whose ticket has run out. */
    private record FailureDomain(URI fileSystem, String user) {}

    LookupService(
            FileSystems fileSystems,
            HostRegistry hosts,
            BackgroundExecutor background,
            long giveUpAfterNanos,
            Outcome outcome) {
        this.fileSystems = fileSystems;
        this.extents = new ExtentMapper(hosts);
        this.background = background;
        this.giveUpAfterNanos = giveUpAfterNanos;
        this.outcome = outcome;
    }

    /** Why no file there has locations; empty if that is not known without asking. */
    Optional<String> whyNotLocated(URI fileSystem) {
        if (notLocated.contains(fileSystem)) {
            return Optional.of(fileSystem + " does not tell where its blocks lie");
        }
        return fileSystems.whyNotLocated(fileSystem.getScheme());
    }

    void start(List<PendingLookup> lookups) {
        LookupBatch.of(lookups).forEach(batch -> background.run(() -> run(batch)));
    }

    private void run(LookupBatch batch) {
        List<PendingLookup> wanted = wanted(batch.lookups());
        if (wanted.isEmpty()) {
            return;
        }
        FailureDomain domain = new FailureDomain(
                batch.fileSystem().uri(), batch.fileSystem().user().getUserName());
        CircuitBreaker circuit = circuits.computeIfAbsent(domain, c -> new CircuitBreaker());
        long wait = circuit.enter(background.now());
        if (wait > 0) {
            postpone(batch.with(wanted), wait, batch.fileSystem().uri() + " failed and is left alone for a while");
            return;
        }
        try {
            batch.fileSystem().user().doAs((PrivilegedExceptionAction<Void>) () -> {
                ask(batch.with(wanted));
                return null;
            });
            if (circuit.answered()) {
                LOG.info(
                        "{} answers again; its blocks are being located",
                        batch.fileSystem().uri());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // Closing; the locator has answered for what is left.
        } catch (Exception | Error e) {
            failed(batch.with(unfinished(wanted)), circuit, e);
        }
    }

    /** Lookups that somebody still waits for. Ends the others. */
    private List<PendingLookup> wanted(List<PendingLookup> lookups) {
        List<PendingLookup> wanted = new ArrayList<>();
        for (PendingLookup lookup : unfinished(lookups)) {
            if (lookup.isStillWanted()) {
                wanted.add(lookup);
            } else {
                outcome.missed(lookup, LocationMiss.Why.CANCELLED, "cancelled");
            }
        }
        return wanted;
    }

    private static List<PendingLookup> unfinished(List<PendingLookup> lookups) {
        return lookups.stream().filter(lookup -> !lookup.isFinished()).toList();
    }

    private void ask(LookupBatch batch) throws IOException {
        long askedAt = background.now();
        Map<Path, PendingLookup> lookupOf = new HashMap<>();
        batch.lookups().forEach(lookup -> lookupOf.put(lookup.key.path(), lookup));
        FileSystem fileSystem = fileSystems.open(batch.fileSystem());
        FileLookup files = new FileLookup(fileSystem, extents, new FileLookup.Answers() {
            @Override
            public void found(Path asked, FileBlocks blocks) {
                outcome.found(lookupOf.get(asked), blocks, askedAt);
            }

            @Override
            public void missed(Path asked, LocationMiss.Why why, String detail) {
                // HDFS, and views of stores of both kinds, may have locations of other files.
                if (why == LocationMiss.Why.NOT_LOCATED
                        && !(fileSystem instanceof ViewFileSystem)
                        && !(fileSystem instanceof DistributedFileSystem)) {
                    notLocated.add(batch.fileSystem().uri());
                }
                outcome.missed(lookupOf.get(asked), why, detail);
            }
        });
        List<Path> paths = List.copyOf(lookupOf.keySet());
        if (batch.directory() == null) {
            files.each(paths);
        } else {
            files.inDirectory(batch.directory(), paths);
        }
    }

    private void failed(LookupBatch rest, CircuitBreaker circuit, Throwable failure) {
        URI uri = rest.fileSystem().uri();
        long now = background.now();
        if (circuit.failed(now)) {
            LOG.warn(
                    "{} did not tell where its blocks lie ({}); tasks are placed without them, and it is asked again later",
                    uri,
                    line(failure));
        }
        fileSystems.failed(rest.fileSystem(), failure);
        postpone(rest, circuit.pause(now), uri + " did not answer: " + line(failure));
    }

    private void postpone(LookupBatch batch, long wait, String detail) {
        List<PendingLookup> patient = new ArrayList<>();
        for (PendingLookup lookup : batch.lookups()) {
            if (background.now() + wait - lookup.since > giveUpAfterNanos) {
                outcome.missed(lookup, LocationMiss.Why.UNREACHABLE, detail);
            } else {
                lookup.postpone();
                patient.add(lookup);
            }
        }
        if (!patient.isEmpty()) {
            background.runAfter(wait, () -> run(batch.with(patient)));
        }
    }

    /** The first line of the failure; the Hadoop client writes several. */
    private static String line(Throwable failure) {
        Throwable cause = failure.getCause() != null && failure instanceof UndeclaredThrowableException
                ? failure.getCause()
                : failure;
        return FileErrors.line(cause);
    }

    /** Lookups that one thread makes with few calls; all files are in {@code directory} if it is to be listed. */
    private record LookupBatch(FileSystems.Key fileSystem, @Nullable Path directory, List<PendingLookup> lookups) {
        private record Place(FileSystems.Key fileSystem, @Nullable Path directory) {}

        /** Many files of a directory go together; the others in groups of {@link Batches#FILES_PER_CALL}. */
        static List<LookupBatch> of(List<PendingLookup> lookups) {
            Map<Place, List<PendingLookup>> byDirectory = new LinkedHashMap<>();
            for (PendingLookup lookup : lookups) {
                Place place = new Place(lookup.fileSystem, lookup.key.path().getParent());
                byDirectory.computeIfAbsent(place, p -> new ArrayList<>()).add(lookup);
            }
            List<LookupBatch> batches = new ArrayList<>();
            Map<FileSystems.Key, List<PendingLookup>> strays = new LinkedHashMap<>();
            byDirectory.forEach((place, files) -> {
                if (files.size() >= FileLookup.FILES_PER_LISTING) {
                    batches.add(new LookupBatch(place.fileSystem(), place.directory(), files));
                } else {
                    strays.computeIfAbsent(place.fileSystem(), f -> new ArrayList<>())
                            .addAll(files);
                }
            });
            strays.forEach((fileSystem, files) -> {
                Batches.of(files).forEach(some -> batches.add(new LookupBatch(fileSystem, null, some)));
            });
            return batches;
        }

        LookupBatch with(List<PendingLookup> others) {
            return new LookupBatch(fileSystem, directory, others);
        }
    }
}
