package io.tiercel.coordinator.service;

import io.grpc.stub.StreamObserver;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.coordinator.state.Translation;
import io.tiercel.coordinator.store.DetachedHints;
import io.tiercel.hdfs.Batches;
import io.tiercel.hdfs.resolve.Caller;
import io.tiercel.hdfs.resolve.FileResolver;
import io.tiercel.hdfs.resolve.PathSelection;
import io.tiercel.hdfs.resolve.Resolution;
import io.tiercel.hdfs.resolve.Resolution.ResolvedFile;
import io.tiercel.hdfs.resolve.Resolution.Skip;
import io.tiercel.hdfs.resolve.WalkLimits;
import io.tiercel.migrate.JobRegistry.Read;
import io.tiercel.migrate.JobRegistry.ReleaseOutcome;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.HintsGrpc;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.ReadReply;
import io.tiercel.protocol.ReadRequest;
import io.tiercel.protocol.ReleaseReply;
import io.tiercel.protocol.ReleaseRequest;
import io.tiercel.protocol.RenewReply;
import io.tiercel.protocol.RenewRequest;
import io.tiercel.protocol.RetainReply;
import io.tiercel.protocol.RetainRequest;
import io.tiercel.protocol.Skipped;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Hints and leases. */
public final class HintsService extends HintsGrpc.HintsImplBase {
    private static final long MILLI = 1_000_000;

    /** Longer ages are cut off there. */
    private static final long CENTURY_MICROS = 100L * 365 * 24 * 3_600_000_000L;

    /** Reads that are taken under one hold of the state's lock. */
    private static final int READS_AT_ONCE = 256;

    /** Twice the blocks of a hint; about 20 MB. */
    private static final int MOST_NOTED_OF_USER = 200_000;

    private static final int MOST_NOTED = 2_000_000;

    private final CoordinatorState state;
    private final FileResolver files;
    private final DetachedHints detached;
    private final FairCalls lookups;
    private final ReadsDuringLookup meanwhile = new ReadsDuringLookup(MOST_NOTED_OF_USER, MOST_NOTED);

    public HintsService(CoordinatorState state, FileResolver files, DetachedHints detached, FairCalls lookups) {
        this.state = state;
        this.files = files;
        this.detached = detached;
        this.lookups = lookups;
    }

    @Override
    public void prefetch(PrefetchRequest request, StreamObserver<PrefetchReply> observer) {
        ReadsDuringLookup.Lookup lookup;
        long arrived = state.now();
        try {
            JobId job = CallerIdentity.job(request.getJob());
            Translation.requireSome(request.getDataList());
            lookup = meanwhile.begin(job);
        } catch (RuntimeException e) {
            observer.onError(CallResponder.error(e));
            return;
        }
        CallResponder.later(
                lookups.of(lookup.job().user()),
                observer,
                () -> prefetch(request, arrived, lookup),
                reply -> HintAnswer.withoutBlocks(
                        reply, request.getDataList().get(0).getPath()),
                lookup::over);
    }

    /**
     * Hints each file as soon as it is found, and forgets it. If it meets a limit, what was hinted before stays, and the answer says that this is a part.
     * Reads that were reported during the lookup count after it.
     */
    private PrefetchReply prefetch(PrefetchRequest request, long arrived, ReadsDuringLookup.Lookup lookup)
            throws Exception {
        Caller caller = CallerIdentity.caller();
        List<PathSelection> data = Translation.selections(request.getDataList());
        try (CoordinatorState.OpenHint hint = state.open(lookup.job(), terms(request, arrived))) {
            HintAnswer answer = new HintAnswer(state::mayComeLater);
            answer.fill(() -> files.walk(caller, data, CallResponder::isAbandoned, window -> {
                for (ResolvedFile file : window.files()) {
                    answer.add(file.path(), () -> hint.add(List.of(file)));
                }
                answer.add(window.skips());
            }));
            if (request.getEstimate()) {
                estimate(answer.reply());
            }
            if (hint.isOpen()) {
                detached.add(lookup.job(), request, hint.lease() / MILLI);
            }
            return answer.reply().setLeaseMillis(hint.lease() / MILLI).build();
        } finally {
            take(lookup.job(), lookup.over());
        }
    }

    private static CoordinatorState.Terms terms(PrefetchRequest request, long arrived) {
        return new CoordinatorState.Terms(
                Translation.mode(request.getEviction()),
                request.hasNeededInMillis() ? OptionalLong.of(request.getNeededInMillis()) : OptionalLong.empty(),
                lease(request.hasLeaseMillis(), request.getLeaseMillis()),
                new HintMark(request.getSession(), request.getHint(), arrived));
    }

    private void estimate(PrefetchReply.Builder reply) {
        List<OptionalLong> expected = state.expected(reply.getBlocksList().stream()
                .map(block -> Translation.block(block.getBlock()))
                .toList());
        for (int i = 0; i < expected.size(); i++) {
            expected.get(i).ifPresent(reply.getBlocksBuilder(i)::setExpectedMillis);
        }
    }

    @Override
    public void retain(RetainRequest request, StreamObserver<RetainReply> observer) {
        JobId job;
        try {
            job = CallerIdentity.job(request.getJob());
            Translation.requireSome(request.getDataList());
        } catch (RuntimeException e) {
            observer.onError(CallResponder.error(e));
            return;
        }
        CallResponder.later(lookups.of(job.user()), observer, () -> {
            Resolution resolved = files.resolve(
                    CallerIdentity.caller(), Translation.selections(request.getDataList()), CallResponder::isAbandoned);
            CoordinatorState.Hinted retained =
                    state.retain(job, resolved.files(), lease(request.hasLeaseMillis(), request.getLeaseMillis()));
            return RetainReply.newBuilder()
                    .setLeaseMillis(retained.lease() / MILLI)
                    .addAllBlocks(retained.blocks())
                    .addAllSkipped(skipped(resolved.skips(), retained.skips()))
                    .build();
        });
    }

    private static List<Skipped> skipped(List<Skip> unresolved, List<Skip> refused) {
        return Stream.concat(unresolved.stream(), refused.stream())
                .map(Translation::skipped)
                .toList();
    }

    static OptionalLong lease(boolean asked, long millis) {
        if (!asked) {
            return OptionalLong.empty();
        }
        if (millis <= 0) {
            throw new IllegalArgumentException("lease_millis: expected above 0, got " + millis);
        }
        return OptionalLong.of(Math.min(millis, Long.MAX_VALUE / MILLI) * MILLI);
    }

    @Override
    public void release(ReleaseRequest request, StreamObserver<ReleaseReply> observer) {
        CallResponder.now(observer, () -> {
            List<PathSelection> data = Translation.selections(request.getDataList());
            JobId job = CallerIdentity.job(request.getJob());
            // Before the steps of the release: what is hinted during them stays.
            ReleaseOutcome released = state.release(job, data, () -> detached.release(job, request.getDataList()));
            return ReleaseReply.newBuilder()
                    .setReferences(released.references())
                    .setFreedBytes(released.freedBytes())
                    .build();
        });
    }

    @Override
    public void renew(RenewRequest request, StreamObserver<RenewReply> observer) {
        CallResponder.now(observer, () -> {
            OptionalLong wanted = request.hasLeaseMillis() && request.getLeaseMillis() == 0
                    ? OptionalLong.of(0)
                    : lease(request.hasLeaseMillis(), request.getLeaseMillis());
            JobId job = CallerIdentity.job(request.getJob());
            OptionalLong lease = state.renew(job, wanted);
            lease.ifPresent(granted -> detached.renew(job, granted / MILLI));
            return RenewReply.newBuilder()
                    .setKnown(lease.isPresent())
                    .setLeaseMillis(lease.orElse(0) / MILLI)
                    .build();
        });
    }

    @Override
    public void read(ReadRequest request, StreamObserver<ReadReply> observer) {
        CallResponder.now(observer, () -> {
            JobId job = CallerIdentity.job(request.getJob());
            List<Read> reads = reads(request, state.now());
            meanwhile.note(job, reads);
            return ReadReply.newBuilder().setReferences(take(job, reads)).build();
        });
    }

    /** Returns how many references end. The state's lock is let go in between. */
    private int take(JobId job, List<Read> reads) {
        int references = 0;
        for (List<Read> some : Batches.of(reads, READS_AT_ONCE)) {
            references += state.read(job, some);
        }
        return references;
    }

    /** The reads that a request reports, each as of when it was. */
    private static List<Read> reads(ReadRequest request, long now) {
        // A session that hints anew reports all blocks of a hint at once.
        Translation.requireAtMost(
                WalkLimits.MOST_BLOCKS, request.getBlocksCount() + (long) request.getBegunCount(), "blocks");
        List<BlockId> blocks = Translation.blocks(request.getBlocksList());
        List<Long> ages = request.getAgeMicrosList();
        if (ages.size() > 1 && ages.size() != blocks.size()) {
            throw new IllegalArgumentException(
                    "age_micros: expected one for each of " + blocks.size() + " blocks, got " + ages.size());
        }
        List<Read> reads = new ArrayList<>();
        for (BlockId begun : Translation.blocks(request.getBegunList())) {
            reads.add(new Read(begun, false, new HintMark(request.getSession(), request.getHint(), now)));
        }
        for (int i = 0; i < blocks.size(); i++) {
            long micros = ages.isEmpty() ? 0 : ages.get(ages.size() == 1 ? 0 : i);
            long age = (micros < 0 || micros > CENTURY_MICROS ? CENTURY_MICROS : micros) * 1_000;
            reads.add(new Read(blocks.get(i), true, new HintMark(request.getSession(), request.getHint(), now - age)));
        }
        return reads;
    }
}
