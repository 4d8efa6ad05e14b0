package io.tiercel.hdfs.memory;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.Block;
import io.tiercel.model.BlockId;
import io.tiercel.model.Residency;
import io.tiercel.protocol.BlockState;
import io.tiercel.protocol.Placed;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.Range;
import io.tiercel.protocol.ReadRequest;
import io.tiercel.protocol.Residence;
import io.tiercel.protocol.ResidenceState;
import io.tiercel.protocol.ResidencyEvents;
import io.tiercel.protocol.Selection;
import io.tiercel.protocol.WatchRequest;
import java.util.Collection;
import java.util.List;

/** Translates between messages of the protocol and the model. */
public final class ProtocolMessages {
    /** Share of a block that counts as gone after long in a page cache: enough to rank it behind others. */
    private static final double MOST_DOUBT = 0.05;

    private static final double OLD_MILLIS = 60_000;

    private ProtocolMessages() {}

    public static io.tiercel.protocol.BlockId block(BlockId id) {
        return io.tiercel.protocol.BlockId.newBuilder()
                .setPool(id.pool())
                .setBlock(id.id())
                .setGeneration(id.generation())
                .build();
    }

    public static List<io.tiercel.protocol.BlockId> blocks(Collection<BlockId> ids) {
        return ids.stream().map(ProtocolMessages::block).toList();
    }

    public static BlockId block(io.tiercel.protocol.BlockId id) {
        return new BlockId(id.getPool(), id.getBlock(), id.getGeneration());
    }

    /** A block that has a name, with the hosts of its replicas. */
    public static Placed placed(Block block, BlockId id, HostRegistry hosts) {
        Placed.Builder placed = Placed.newBuilder().setBlock(block(id));
        block.replicas().forEach(replica -> placed.addHosts(hosts.dataNodeName(replica.node())));
        return placed.build();
    }

    /** How much of a block is in a node's memory, as the coordinator says. */
    public static Residency residency(Residence event) {
        return switch (event.getState()) {
            case PINNED -> event.getDrawsReaders() ? Residency.FOR_ALL_NODES : Residency.FULL;
            case CACHED -> new Residency(share(event) * (1 - doubt(event)), false);
            case ARRIVING -> new Residency(share(event), true);
            case GONE, RESIDENCE_STATE_UNSPECIFIED, UNRECOGNIZED -> Residency.NONE;
        };
    }

    /** Builds, writes and reads each kind of message once. Otherwise the first stage waits for a hundred classes to load. */
    public static void warmUp() {
        io.tiercel.protocol.BlockId id = block(new BlockId("warm-up", 0, 0));
        Residence known = Residence.newBuilder()
                .setBlock(id)
                .setHost("nowhere")
                .setState(ResidenceState.CACHED)
                .setResidentBytes(1)
                .setCachedForMillis(1)
                .setLength(2)
                .build();
        Message asked = WatchRequest.newBuilder()
                .addAddPlaced(Placed.newBuilder().setBlock(id).addHosts("nowhere"))
                .addRemove(id)
                .build();
        Message heard =
                ResidencyEvents.newBuilder().addEvents(known).setComplete(true).build();
        Message read = ReadRequest.newBuilder().addBlocks(id).build();
        Message wanted = PrefetchRequest.newBuilder()
                .addData(Selection.newBuilder()
                        .setPath("nowhere")
                        .addRanges(Range.newBuilder().setLength(1)))
                .build();
        Message taken = PrefetchReply.newBuilder()
                .addBlocks(BlockState.newBuilder().setBlock(id))
                .build();
        for (Message each : List.of(asked, heard, read, wanted, taken)) {
            try {
                each.getParserForType().parseFrom(each.toByteString());
            } catch (InvalidProtocolBufferException e) {
                throw new IllegalStateException("a message could not be read that was just written", e);
            }
        }
        residency(known);
    }

    /**
     * The share that counts as gone. A page cache drops its oldest blocks first, and news of that takes a moment. So tasks read
     * the youngest blocks first. In the other order, a job whose input does not fit would find each block dropped just before it
     * reads it.
     */
    private static double doubt(Residence event) {
        return MOST_DOUBT * Math.min(1, Math.max(0, event.getCachedForMillis()) / OLD_MILLIS);
    }

    private static double share(Residence event) {
        return event.getLength() <= 0
                ? 0
                : Math.max(0, Math.min(1, (double) event.getResidentBytes() / event.getLength()));
    }
}
