package io.tiercel.coordinator.service;

import io.grpc.stub.StreamObserver;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.coordinator.state.Heartbeat;
import io.tiercel.coordinator.state.HeartbeatReply;
import io.tiercel.coordinator.state.Registration;
import io.tiercel.protocol.AgentsGrpc;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.Migrate;
import io.tiercel.protocol.RegisterReply;
import io.tiercel.protocol.RegisterRequest;
import io.tiercel.protocol.ResidenceState;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What agents say, and what they are told. */
final class AgentsService extends AgentsGrpc.AgentsImplBase {
    private static final Logger LOG = LoggerFactory.getLogger(AgentsService.class);
    private static final long MICRO = 1_000;
    private static final long MOST_MICROS = Long.MAX_VALUE / MICRO;

    private final CoordinatorState state;
    private final long intervalMillis;
    private final long leaseMillis;

    AgentsService(CoordinatorState state, long intervalMillis, long leaseMillis) {
        this.state = state;
        this.intervalMillis = intervalMillis;
        this.leaseMillis = leaseMillis;
    }

    @Override
    public void register(RegisterRequest request, StreamObserver<RegisterReply> observer) {
        CallResponder.now(observer, () -> {
            Registration registration = registration(request);
            long session = state.register(registration);
            LOG.info(
                    "agent on {} registered: budget {} bytes, {} devices, holds {} blocks{}",
                    registration.host(),
                    registration.budget(),
                    registration.storages().size(),
                    registration.held().size(),
                    registration.pins() ? "" : ", may not lock memory");
            return RegisterReply.newBuilder()
                    .setSession(session)
                    .setIntervalMillis(intervalMillis)
                    .setLeaseMillis(leaseMillis)
                    .build();
        });
    }

    private static Registration registration(RegisterRequest request) {
        return new Registration(
                required("node", request.getNode()),
                required("host", request.getHost()),
                atLeastZero("budget_bytes", request.getBudgetBytes()),
                request.getPins(),
                request.getSharesDevices(),
                request.getDevicesList().stream()
                        .map(device -> new Registration.Storage(
                                required("storage", device.getStorage()),
                                device.getStorageType(),
                                device.hasBytesPerSecond()
                                        ? OptionalDouble.of(device.getBytesPerSecond())
                                        : OptionalDouble.empty()))
                        .toList(),
                request.getHeldList().stream()
                        .map(held -> new Registration.Held(
                                Translation.block(held.getBlock()), held.getStorage(), held.getBytes()))
                        .toList());
    }

    private static String required(String what, String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException(what + ": expected a name, got nothing");
        }
        return text;
    }

    private static long atLeastZero(String what, long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException(what + ": expected at least 0, got " + bytes);
        }
        return bytes;
    }

    @Override
    public void exchange(ExchangeRequest request, StreamObserver<ExchangeReply> observer) {
        CallResponder.now(observer, () -> reply(state.exchange(exchange(request))));
    }

    private static Heartbeat exchange(ExchangeRequest request) {
        return new Heartbeat(
                required("node", request.getNode()),
                request.getSession(),
                request.getEndedList().stream()
                        .map(end -> new Heartbeat.End(
                                end.getMigration(),
                                Translation.block(end.getBlock()),
                                end.getDone(),
                                end.getBytes(),
                                nanos(end.getDurationMicros()),
                                nanos(end.getWaitedMicros()),
                                end.getFoundBytes(),
                                end.getFailure()))
                        .toList(),
                request.getRunningList().stream()
                        .map(running -> new Heartbeat.Running(
                                running.getMigration(),
                                running.hasElapsedMicros()
                                        ? OptionalLong.of(nanos(running.getElapsedMicros()))
                                        : OptionalLong.empty()))
                        .toList(),
                request.getRoomList().stream()
                        .map(room -> new Heartbeat.Room(
                                room.getStorage(),
                                room.getMigrations(),
                                room.hasBytesPerSecond()
                                        ? OptionalDouble.of(room.getBytesPerSecond())
                                        : OptionalDouble.empty()))
                        .toList(),
                request.getCachedList().stream()
                        .map(cached -> new Heartbeat.InCache(
                                Translation.block(cached.getBlock()),
                                cached.getState() == ResidenceState.GONE ? 0 : cached.getResidentBytes(),
                                cached.getLength()))
                        .toList(),
                Translation.blocks(request.getUnpinnedList()),
                request.getPinnedBytes(),
                request.getBudgetBytes(),
                request.getWatchSerial());
    }

    private static long nanos(long micros) {
        return Math.max(0, Math.min(micros, MOST_MICROS)) * MICRO;
    }

    private static ExchangeReply reply(HeartbeatReply orders) {
        ExchangeReply.Builder reply =
                ExchangeReply.newBuilder().setRegister(orders.register()).setWatchSerial(orders.watchSerial());
        for (HeartbeatReply.Migrate migrate : orders.migrate()) {
            reply.addMigrate(Migrate.newBuilder()
                    .setMigration(migrate.number())
                    .setBlock(Translation.block(migrate.block()))
                    .setStorage(migrate.storage())
                    .setLength(migrate.length()));
        }
        reply.addAllCancel(orders.cancel());
        orders.unpin().forEach(block -> reply.addUnpin(Translation.block(block)));
        orders.watch().forEach(block -> reply.addWatch(Translation.block(block)));
        orders.unwatch().forEach(block -> reply.addUnwatch(Translation.block(block)));
        return reply.build();
    }
}
