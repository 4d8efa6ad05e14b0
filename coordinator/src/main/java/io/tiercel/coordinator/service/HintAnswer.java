package io.tiercel.coordinator.service;

import io.tiercel.coordinator.state.CoordinatorState.Hinted;
import io.tiercel.coordinator.state.RefusedCallException;
import io.tiercel.coordinator.state.Translation;
import io.tiercel.hdfs.resolve.Resolution.Skip;
import io.tiercel.hdfs.resolve.WalkLimitException;
import io.tiercel.protocol.BlockState;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.SkipReason;
import io.tiercel.protocol.Skipped;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The answer to a hint while its files are looked up. Its size is bounded. */
final class HintAnswer {
    interface Filling {
        void run() throws Exception;
    }

    /** Most bytes of blocks and skips. The rest of {@link CallResponder#MOST_BYTES} is for expected times, and for one window more. */
    private static final long MOST_BYTES = CallResponder.MOST_BYTES * 3L / 4;

    private final PrefetchReply.Builder reply = PrefetchReply.newBuilder();
    private final Predicate<Skip> mayComeLater;
    private long bytes;

    /** The file that was hinted last. */
    private String lastPath = "";

    HintAnswer(Predicate<Skip> mayComeLater) {
        this.mayComeLater = mayComeLater;
    }

    /**
     * Runs what fills the answer. If it stops at a limit after blocks were hinted, the answer says that it is a part.
     *
     * @throws Exception what stopped it, if no block was hinted
     */
    void fill(Filling filling) throws Exception {
        try {
            filling.run();
        } catch (WalkLimitException e) {
            cut(e, e.path(), e.getMessage() + unseen(e.unseen()));
        } catch (RefusedCallException e) {
            if (e.kind() != RefusedCallException.Kind.TOO_MUCH) {
                throw e;
            }
            cut(e, lastPath, e.getMessage());
        }
    }

    private static String unseen(int paths) {
        return paths == 0 ? "" : "; " + paths + " more of the named paths were not looked at";
    }

    private void cut(Exception limit, String path, String text) throws Exception {
        if (reply.getBlocksCount() == 0) {
            throw limit;
        }
        reply.addSkipped(Skipped.newBuilder()
                .setPath(path)
                .setReason(SkipReason.LIMIT_REACHED)
                .setText(
                        "only a part of what was named is brought in, " + reply.getBlocksCount() + " blocks: " + text));
    }

    /** Hints a file, and takes down what came of it. */
    void add(String path, Supplier<Hinted> hint) {
        lastPath = path;
        Hinted hinted = hint.get();
        for (BlockState block : hinted.blocks()) {
            bytes += block.getSerializedSize();
            reply.addBlocks(block);
        }
        add(hinted.skips());
    }

    void add(List<Skip> skips) {
        for (Skip skip : skips) {
            Skipped skipped = Translation.skipped(skip).toBuilder()
                    .setTemporary(mayComeLater.test(skip))
                    .build();
            bytes += skipped.getSerializedSize();
            reply.addSkipped(skipped);
        }
        if (bytes > MOST_BYTES) {
            throw new RefusedCallException(
                    RefusedCallException.Kind.TOO_MUCH,
                    "the answer takes more than " + (MOST_BYTES >> 20) + " MiB; name less at a time");
        }
    }

    /**
     * An answer for when there is no room for the whole one. The blocks are hinted all the same, so this is no refusal: a client drops a
     * hint that is refused. The same if it has no blocks.
     *
     * @param path that was named
     */
    static PrefetchReply withoutBlocks(PrefetchReply whole, String path) {
        if (whole.getBlocksCount() == 0) {
            return whole;
        }
        return PrefetchReply.newBuilder()
                .setLeaseMillis(whole.getLeaseMillis())
                .addSkipped(Skipped.newBuilder()
                        .setPath(path)
                        .setReason(SkipReason.LIMIT_REACHED)
                        .setText(whole.getBlocksCount()
                                + " blocks are hinted, but the answer cannot name them: the user's"
                                + " open calls have as many bytes of messages as anybody's may have; hint again later")
                        .setTemporary(true))
                .build();
    }

    PrefetchReply.Builder reply() {
        return reply;
    }
}
