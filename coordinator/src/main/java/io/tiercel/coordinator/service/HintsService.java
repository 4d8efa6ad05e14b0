package io.tiercel.coordinator.service;

import io.grpc.stub.StreamObserver;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.coordinator.state.Translation;
import io.tiercel.hdfs.resolve.FileResolver;
import io.tiercel.hdfs.resolve.PathSelection;
import io.tiercel.hdfs.resolve.Resolution;
import io.tiercel.hdfs.resolve.Resolution.Skip;
import io.tiercel.migrate.ReleaseOutcome;
import io.tiercel.migrate.ledger.HintMark;
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
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/** Hints and leases. */
public final class HintsService extends HintsGrpc.HintsImplBase {
    private static final long MILLI = 1_000_000;

    /** Longer ages are cut off there. */
    private static final long CENTURY_MICROS = 100L * 365 * 24 * 3_600_000_000L;

    private final CoordinatorState state;
    private final FileResolver files;
    private final Executor lookups;
    private final ReadsDuringLookup meanwhile = new ReadsDuringLookup();

    public HintsService(CoordinatorState state, FileResolver files, Executor lookups) {
        this.state = state;
        this.files = files;
        this.lookups = lookups;
    }

    @Override
    public void prefetch(PrefetchRequest request, StreamObserver<PrefetchReply> observer) {
        ReadsDuringLookup.Lookup lookup;
        long arrived = state.now();
        try {
            lookup = meanwhile.begin(CallerIdentity.user(), Translation.job(request.getJob()));
        } catch (RuntimeException e) {
            observer.onError(ErrorStatus.of(e));
            return;
        }
        CallResponder.later(lookups, observer, () -> prefetch(request, arrived, lookup), lookup::over);
    }

    private PrefetchReply prefetch(PrefetchRequest request, long arrived, ReadsDuringLookup.Lookup lookup)
            throws Exception {
        Resolution resolved = files.resolve(lookup.user(), Translation.some(request.getDataList()));
        CoordinatorState.Hinted hinted = state.hint(
                lookup.user(),
                lookup.job(),
                resolved.files(),
                new CoordinatorState.Terms(
                        Translation.mode(request.getEviction()),
                        arrived,
                        request.hasNeededInMillis()
                                ? OptionalLong.of(request.getNeededInMillis())
                                : OptionalLong.empty(),
                        lease(request.hasLeaseMillis(), request.getLeaseMillis()),
                        new HintMark(request.getSession(), request.getHint(), arrived)));
        lookup.over();
        lookup.reads()
                .forEach((mark, reads) -> state.read(lookup.user(), lookup.job(), reads.begun(), reads.read(), mark));
        PrefetchReply.Builder reply = PrefetchReply.newBuilder()
                .setLeaseMillis(hinted.lease() / MILLI)
                .addAllBlocks(hinted.blocks());
        if (request.getEstimate()) {
            estimate(hinted, reply);
        }
        return reply.addAllSkipped(skipped(resolved.skips(), hinted.skips())).build();
    }

    private void estimate(CoordinatorState.Hinted hinted, PrefetchReply.Builder reply) {
        List<OptionalLong> expected = state.expected(hinted.blocks().stream()
                .map(block -> Translation.block(block.getBlock()))
                .toList());
        for (int i = 0; i < expected.size(); i++) {
            expected.get(i).ifPresent(reply.getBlocksBuilder(i)::setExpectedMillis);
        }
    }

    @Override
    public void retain(RetainRequest request, StreamObserver<RetainReply> observer) {
        CallResponder.later(lookups, observer, () -> {
            String user = CallerIdentity.user();
            String job = Translation.job(request.getJob());
            Resolution resolved = files.resolve(user, Translation.some(request.getDataList()));
            CoordinatorState.Hinted retained = state.retain(
                    user, job, resolved.files(), lease(request.hasLeaseMillis(), request.getLeaseMillis()));
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

    private static OptionalLong lease(boolean asked, long millis) {
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
            ReleaseOutcome released = state.release(CallerIdentity.user(), Translation.job(request.getJob()), data);
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
            OptionalLong lease = state.renew(CallerIdentity.user(), Translation.job(request.getJob()), wanted);
            return RenewReply.newBuilder()
                    .setKnown(lease.isPresent())
                    .setLeaseMillis(lease.orElse(0) / MILLI)
                    .build();
        });
    }

    @Override
    public void read(ReadRequest request, StreamObserver<ReadReply> observer) {
        CallResponder.now(observer, () -> {
            String user = CallerIdentity.user();
            String job = Translation.job(request.getJob());
            long now = state.now();
            HintMark mark = new HintMark(request.getSession(), request.getHint(), now);
            int references = read(user, job, mark, Translation.blocks(request.getBegunList()), List.of());
            for (Map.Entry<Long, List<BlockId>> each : byAge(request).entrySet()) {
                HintMark aged = new HintMark(mark.session(), mark.number(), now - each.getKey());
                references += read(user, job, aged, List.of(), each.getValue());
            }
            return ReadReply.newBuilder().setReferences(references).build();
        });
    }

    private int read(String user, String job, HintMark mark, List<BlockId> begun, List<BlockId> read) {
        meanwhile.note(user, job, mark, begun, read);
        return state.read(user, job, begun, read, mark);
    }

    /** The blocks that were read, by the nanoseconds since. */
    private static Map<Long, List<BlockId>> byAge(ReadRequest request) {
        List<BlockId> blocks = Translation.blocks(request.getBlocksList());
        List<Long> ages = request.getAgeMicrosList();
        if (ages.size() > 1 && ages.size() != blocks.size()) {
            throw new IllegalArgumentException(
                    "age_micros: expected one for each of " + blocks.size() + " blocks, got " + ages.size());
        }
        Map<Long, List<BlockId>> byAge = new TreeMap<>();
        for (int i = 0; i < blocks.size(); i++) {
            long micros = ages.isEmpty() ? 0 : ages.get(ages.size() == 1 ? 0 : i);
            long age = micros < 0 || micros > CENTURY_MICROS ? CENTURY_MICROS : micros;
            byAge.computeIfAbsent(age * 1_000, none -> new ArrayList<>()).add(blocks.get(i));
        }
        return byAge;
    }
}
