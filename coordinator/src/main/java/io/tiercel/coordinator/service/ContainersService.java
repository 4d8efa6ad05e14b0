package io.tiercel.coordinator.service;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.tiercel.allocate.AttemptPreferences;
import io.tiercel.allocate.AttemptPreferences.Ask;
import io.tiercel.allocate.PreferenceBook.Held;
import io.tiercel.coordinator.identity.Permissions;
import io.tiercel.coordinator.state.ContainerPreferences;
import io.tiercel.coordinator.state.ContainerPreferences.Changes;
import io.tiercel.coordinator.state.ContainerPreferences.Preferred;
import io.tiercel.protocol.ApplicationPreferences;
import io.tiercel.protocol.AskPreferences;
import io.tiercel.protocol.ContainersGrpc;
import io.tiercel.protocol.PlaceScores;
import io.tiercel.protocol.PreferReply;
import io.tiercel.protocol.PreferRequest;
import io.tiercel.protocol.PreferencesReply;
import io.tiercel.protocol.PreferencesRequest;
import io.tiercel.protocol.ScoreCount;
import java.util.LinkedHashMap;
import java.util.Map;

/** Which containers applications prefer. */
public final class ContainersService extends ContainersGrpc.ContainersImplBase {
    private static final long MILLI = 1_000_000;

    private final ContainerPreferences preferences;
    private final Permissions permissions;

    public ContainersService(ContainerPreferences preferences, Permissions permissions) {
        this.preferences = preferences;
        this.permissions = permissions;
    }

    @Override
    public void prefer(PreferRequest request, StreamObserver<PreferReply> observer) {
        CallResponder.now(observer, () -> {
            AttemptPreferences wanted = new AttemptPreferences(
                    request.getApplication(),
                    request.getAttempt(),
                    request.getAsksList().stream().map(ContainersService::ask).toList());
            Preferred preferred = preferences.prefer(
                    CallerIdentity.user(),
                    wanted,
                    HintsService.lease(request.hasLeaseMillis(), request.getLeaseMillis()));
            return PreferReply.newBuilder()
                    .setLeaseMillis(preferred.lease() / MILLI)
                    .setKnown(preferred.isKnown())
                    .setAsked(preferred.isAsked())
                    .build();
        });
    }

    private static Ask ask(AskPreferences ask) {
        Map<String, Map<Double, Integer>> scores = new LinkedHashMap<>();
        for (PlaceScores place : ask.getPlacesList()) {
            Map<Double, Integer> counts = scores.computeIfAbsent(place.getPlace(), none -> new LinkedHashMap<>());
            place.getScoresList()
                    .forEach(score -> counts.merge(score.getScore(), score.getContainers(), ContainersService::add));
        }
        return new Ask(ask.getPriority(), ask.getAllocationRequest(), scores);
    }

    /** The sum, cut off at the bounds of an int. An {@link Ask} refuses numbers that large. */
    private static int add(int some, int more) {
        return Math.toIntExact(Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, (long) some + more)));
    }

    @Override
    public void preferences(PreferencesRequest request, StreamObserver<PreferencesReply> observer) {
        CallResponder.now(observer, () -> {
            if (!permissions.isResourceManager(CallerIdentity.found())) {
                throw Status.PERMISSION_DENIED
                        .withDescription("expected a resource manager (tiercel.coordinator.resource-managers), got "
                                + CallerIdentity.user())
                        .asRuntimeException();
            }
            Changes changes = preferences.changes(request.getVersion());
            PreferencesReply.Builder reply =
                    PreferencesReply.newBuilder().setVersion(changes.version()).setUnchanged(changes.isUnchanged());
            changes.held().forEach(held -> reply.addApplications(message(held)));
            return reply.build();
        });
    }

    private static ApplicationPreferences message(Held held) {
        ApplicationPreferences.Builder message = ApplicationPreferences.newBuilder()
                .setUser(held.user())
                .setApplication(held.preferences().application())
                .setAttempt(held.preferences().attempt());
        held.preferences().asks().forEach(ask -> message.addAsks(message(ask)));
        return message.build();
    }

    private static AskPreferences message(Ask ask) {
        AskPreferences.Builder message =
                AskPreferences.newBuilder().setPriority(ask.priority()).setAllocationRequest(ask.request());
        ask.scores().forEach((place, counts) -> {
            PlaceScores.Builder scores = message.addPlacesBuilder().setPlace(place);
            counts.forEach((score, containers) ->
                    scores.addScores(ScoreCount.newBuilder().setScore(score).setContainers(containers)));
        });
        return message.build();
    }
}
