package io.tiercel.client;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.grpc.ManagedChannel;
import io.tiercel.client.ResidencyWatch.ResidencyListener;
import io.tiercel.protocol.ContainersGrpc;
import io.tiercel.protocol.HintsGrpc;
import io.tiercel.protocol.LocateReply;
import io.tiercel.protocol.LocateRequest;
import io.tiercel.protocol.PreferReply;
import io.tiercel.protocol.PreferRequest;
import io.tiercel.protocol.PreferencesReply;
import io.tiercel.protocol.PreferencesRequest;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.ProgressReply;
import io.tiercel.protocol.ProgressRequest;
import io.tiercel.protocol.ReadReply;
import io.tiercel.protocol.ReadRequest;
import io.tiercel.protocol.ReleaseReply;
import io.tiercel.protocol.ReleaseRequest;
import io.tiercel.protocol.RenewReply;
import io.tiercel.protocol.RenewRequest;
import io.tiercel.protocol.ResidencyGrpc;
import io.tiercel.protocol.RetainReply;
import io.tiercel.protocol.RetainRequest;
import io.tiercel.protocol.Selection;
import io.tiercel.protocol.StateGrpc;
import io.tiercel.protocol.StatusReply;
import io.tiercel.protocol.StatusRequest;
import io.tiercel.protocol.TiersReply;
import io.tiercel.protocol.TiersRequest;
import io.tiercel.security.CoordinatorChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A client of one coordinator. Making one connects to nothing and waits for nothing; futures complete always, never exceptionally,
 * and no later than the call's deadline. Safe for use by several threads.
 */
public final class TiercelClient implements AutoCloseable {
    private final ClientSettings settings;
    private final CoordinatorCalls calls;
    private final ClientTimer timer = new ClientTimer();

    /** A client that tells nobody whether the coordinator is there. */
    public TiercelClient(ClientSettings settings) {
        this(settings, ignored -> {});
    }

    /** @param listener hears once of each change; must not wait */
    public TiercelClient(ClientSettings settings, Consumer<Availability> listener) {
        this(settings, listener, settings.security().open(settings.coordinators()));
    }

    TiercelClient(ClientSettings settings, Consumer<Availability> listener, ManagedChannel channel) {
        this(settings, listener, settings.security().over(channel));
    }

    private TiercelClient(ClientSettings settings, Consumer<Availability> listener, CoordinatorChannel channel) {
        this.settings = settings;
        this.calls = new CoordinatorCalls(channel, settings, listener);
    }

    /** Whether the coordinator was there when it was asked last. */
    public Availability availability() {
        return calls.availability();
    }

    /** The epoch of the coordinator that answers; 0 if it has none. */
    long epoch() {
        return calls.epoch();
    }

    /** Notes an error on the way to the coordinator. */
    void note(Throwable error) {
        calls.failure(error);
    }

    /** A part of the file system: a file, or all files below a directory. */
    public static Selection path(String path) {
        return Selection.newBuilder().setPath(path).build();
    }

    /**
     * A job whose lease is kept while this is open, and which hints anew what it still wants when the coordinator has forgotten
     * it.
     */
    public JobSession job(String name) {
        return new JobSession(this, name, timer, settings.retryMost());
    }

    /** See {@link CoordinatorCalls#whenReached}. */
    void whenReached(Runnable action) {
        calls.whenReached(action);
    }

    void forget(Runnable action) {
        calls.forget(action);
    }

    public CompletableFuture<Answer<PrefetchReply>> prefetch(PrefetchRequest request) {
        return calls.call(request, calls.within(HintsGrpc.newStub(calls.channel()), settings.hintDeadline())::prefetch);
    }

    /**
     * Says that a job to come will read some data at about a time, as workflow tools know it: it is brought in before what is needed
     * later and what nobody has set a time for. Nothing has to stay open until then. A Spark application that starts as
     * {@code spark.tiercel.job=<job>} takes the claims over.
     *
     * @param lease how long from now on its claims live if it does not start; the coordinator may shorten it
     */
    public CompletableFuture<Answer<Announcement>> announce(
            String job, List<Selection> data, Instant neededBy, Duration lease) {
        PrefetchRequest request = PrefetchRequest.newBuilder()
                .setJob(job)
                .addAllData(data)
                .setNeededInMillis(Math.max(0, MILLISECONDS.convert(Duration.between(Instant.now(), neededBy))))
                .setLeaseMillis(MILLISECONDS.convert(lease))
                .setEstimate(true)
                .build();
        return prefetch(request).thenApply(answer -> answer.map(reply -> Announcement.of(neededBy, reply)));
    }

    /** Takes hold of what is in memory already. */
    public CompletableFuture<Answer<RetainReply>> retain(RetainRequest request) {
        return calls.call(request, calls.within(HintsGrpc.newStub(calls.channel()), settings.hintDeadline())::retain);
    }

    /** Gives a job's references back: those to {@code data}, or all. */
    public CompletableFuture<Answer<ReleaseReply>> release(String job, List<Selection> data) {
        ReleaseRequest request =
                ReleaseRequest.newBuilder().setJob(job).addAllData(data).build();
        return calls.call(request, hints()::release);
    }

    /** Keeps a job's references, for another lease from now on if the request says so. */
    public CompletableFuture<Answer<RenewReply>> renew(RenewRequest request) {
        calls.resetConnectBackoff();
        return calls.call(request, hints()::renew);
    }

    /** Says what a job's tasks have read. */
    public CompletableFuture<Answer<ReadReply>> read(ReadRequest request) {
        return calls.call(request, hints()::read);
    }

    private HintsGrpc.HintsStub hints() {
        return calls.within(HintsGrpc.newStub(calls.channel()), settings.callDeadline());
    }

    /** Which blocks files have, and where. */
    public CompletableFuture<Answer<LocateReply>> locate(List<Selection> data) {
        return calls.call(
                LocateRequest.newBuilder().addAllData(data).build(),
                calls.within(ResidencyGrpc.newStub(calls.channel()), settings.hintDeadline())::locate);
    }

    /** A subscription to changes of residency that lasts, whatever becomes of the coordinator, until it is closed. */
    public ResidencyWatch watch(String job, ResidencyListener listener) {
        return new ResidencyWatch(calls, timer, settings.retryMost(), job, listener);
    }

    /**
     * The containers that one attempt of an application prefers, repeated while this is open.
     *
     * @param application its id, as the resource manager writes it
     * @param refusals hears the reason once if the coordinator refuses the preferences; must not wait
     */
    public PreferenceSession preferences(String application, int attempt, Consumer<String> refusals) {
        return new PreferenceSession(this, application, attempt, timer, settings.retryMost(), refusals);
    }

    /** Says which containers an application prefers. To be repeated within the lease. */
    public CompletableFuture<Answer<PreferReply>> prefer(PreferRequest request) {
        return calls.call(request, containers()::prefer);
    }

    /** Which containers applications prefer, if that has changed. @param version of the last answer; 0 at first */
    public CompletableFuture<Answer<PreferencesReply>> preferences(long version) {
        return calls.call(PreferencesRequest.newBuilder().setVersion(version).build(), containers()::preferences);
    }

    private ContainersGrpc.ContainersStub containers() {
        return calls.within(ContainersGrpc.newStub(calls.channel()), settings.callDeadline());
    }

    /** What the coordinator knows. */
    public CompletableFuture<Answer<StatusReply>> status() {
        return calls.call(
                StatusRequest.getDefaultInstance(),
                calls.within(StateGrpc.newStub(calls.channel()), settings.callDeadline())::status);
    }

    /** Where the bytes of files are. */
    public CompletableFuture<Answer<TiersReply>> tiers(String path) {
        return calls.call(
                TiersRequest.newBuilder().setPath(path).build(),
                calls.within(StateGrpc.newStub(calls.channel()), settings.hintDeadline())::tiers);
    }

    /**
     * Follows a job until nothing of it is on its way any more.
     *
     * @param each is called for every change, on a thread of the client
     * @return the last state, or why there is none; no deadline but the caller's own
     */
    public CompletableFuture<Answer<ProgressReply>> follow(String job, Consumer<ProgressReply> each) {
        return calls.call(
                ProgressRequest.newBuilder().setJob(job).build(), StateGrpc.newStub(calls.channel())::progress, each);
    }

    @Override
    public void close() {
        timer.close();
        calls.close();
    }
}
