package io.tiercel.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.tiercel.coordinator.state.Clock;
import io.tiercel.protocol.AgentsGrpc;
import io.tiercel.protocol.Device;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.HintsGrpc;
import io.tiercel.protocol.Migrate;
import io.tiercel.protocol.MigrationEnd;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.RegisterReply;
import io.tiercel.protocol.RegisterRequest;
import io.tiercel.protocol.Room;
import io.tiercel.protocol.Selection;
import io.tiercel.protocol.StateGrpc;
import io.tiercel.protocol.StatusRequest;
import io.tiercel.security.CallHeaders;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Agents and applications of an older and of a newer version, while a cluster is upgraded. Calls are as their bytes say. */
class OtherVersionsTest {
    private static final int BLOCK = 1 << 20;

    private final FakeFiles files = new FakeFiles();
    private Coordinator coordinator;
    private ManagedChannel channel;

    /** Changes a request to that of a peer of another version. */
    private record Version(String name, UnaryOperator<Message> sent) {
        <T extends Message> T of(T request) {
            @SuppressWarnings("unchecked") // The same type, with other fields.
            T changed = (T) sent.apply(request);
            return changed;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Version> versions() {
        UnknownFieldSet news = UnknownFieldSet.newBuilder()
                .addField(900, UnknownFieldSet.Field.newBuilder().addVarint(-1).build())
                .addField(
                        901,
                        UnknownFieldSet.Field.newBuilder()
                                .addLengthDelimited(ByteString.copyFromUtf8("news"))
                                .build())
                .build();
        return List.of(
                // It sends no field that has come since the first version.
                new Version("older", request -> request), new Version("newer", request -> request.toBuilder()
                        .setUnknownFields(news)
                        .build()));
    }

    @BeforeEach
    void start() throws Exception {
        coordinator = Coordinator.start(
                CoordinatorSettings.read(Map.of(
                        "tiercel.coordinator.address", "127.0.0.1:0",
                        "tiercel.coordinator.http-address", "127.0.0.1:0")),
                Clock.system(),
                lookups -> files);
        channel = NettyChannelBuilder.forAddress(coordinator.address())
                .usePlaintext()
                .build();
    }

    @AfterEach
    void stop() {
        channel.shutdownNow();
        coordinator.close();
    }

    @ParameterizedTest
    @MethodSource("versions")
    void theyAreServed(Version version) {
        files.write("/f", 2, BLOCK, "n1");
        AgentsGrpc.AgentsBlockingStub agents =
                AgentsGrpc.newBlockingStub(channel).withDeadlineAfter(20, TimeUnit.SECONDS);
        RegisterReply session = agents.register(version.of(RegisterRequest.newBuilder()
                .setNode("n1")
                .setHost("n1.example")
                .setBudgetBytes(100L * BLOCK)
                .setPins(true)
                .addDevices(Device.newBuilder().setStorage("n1-disk").setStorageType("DISK"))
                .build()));

        PrefetchReply hinted = hints().prefetch(version.of(PrefetchRequest.newBuilder()
                .setJob("job")
                .addData(Selection.newBuilder().setPath("/f"))
                .build()));
        assertThat(hinted.getBlocksList()).hasSize(2);

        ExchangeReply orders = agents.exchange(version.of(exchange(session).build()));
        ExchangeRequest.Builder report = exchange(session);
        for (Migrate order : orders.getMigrateList()) {
            report.addEnded(version.of(MigrationEnd.newBuilder()
                    .setMigration(order.getMigration())
                    .setBlock(order.getBlock())
                    .setStorage(order.getStorage())
                    .setDone(true)
                    .setBytes(order.getLength())
                    .build()));
        }
        agents.exchange(version.of(report.build()));

        assertThat(StateGrpc.newBlockingStub(channel)
                        .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(alice()))
                        .withDeadlineAfter(20, TimeUnit.SECONDS)
                        .status(version.of(StatusRequest.getDefaultInstance()))
                        .getJobs(0)
                        .getBlocks()
                        .getResidentBytes())
                .isEqualTo(2 * BLOCK);
    }

    private static ExchangeRequest.Builder exchange(RegisterReply session) {
        return ExchangeRequest.newBuilder()
                .setNode("n1")
                .setSession(session.getSession())
                .setBudgetBytes(100L * BLOCK)
                .addRoom(Room.newBuilder().setStorage("n1-disk").setMigrations(10));
    }

    private static Metadata alice() {
        Metadata headers = new Metadata();
        headers.put(CallHeaders.USER, "alice");
        return headers;
    }

    private HintsGrpc.HintsBlockingStub hints() {
        return HintsGrpc.newBlockingStub(channel)
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(alice()))
                .withDeadlineAfter(20, TimeUnit.SECONDS);
    }
}
