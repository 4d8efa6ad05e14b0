package io.tiercel.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.BlockState;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.Skipped;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OpenHintsTest {
    private final OpenHints hints = new OpenHints();

    private OpenHints.Hint hint(long number) {
        return hints.add(
                PrefetchRequest.newBuilder()
                        .setHint(number)
                        .setEviction(Eviction.EVICT_AFTER_READ)
                        .build(),
                OptionalLong.empty());
    }

    private static List<BlockId> blocks(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(id -> BlockId.newBuilder().setBlock(id).build())
                .toList();
    }

    private void answer(OpenHints.Hint hint, List<BlockId> blocks) {
        PrefetchReply.Builder reply = PrefetchReply.newBuilder();
        blocks.forEach(block -> reply.addBlocks(BlockState.newBuilder().setBlock(block)));
        hints.note(hint, new Answer.Given<>(reply.build()));
    }

    /** As while the coordinator is away: one bound for all hints, not one each. */
    @Test
    void earlyReadsAreKeptOncePerSession() {
        OpenHints.Hint first = hint(1);
        hints.read(blocks(0, 60_000), 1);
        OpenHints.Hint second = hint(2);
        hints.read(blocks(60_000, 120_000), 2);

        answer(first, blocks(0, 120_000));
        answer(second, blocks(0, 120_000));

        assertThat(Set.copyOf(first.alreadyRead())).isEqualTo(Set.copyOf(blocks(0, 100_000)));
        assertThat(Set.copyOf(second.alreadyRead())).isEqualTo(Set.copyOf(blocks(60_000, 100_000)));
    }

    /** A forgotten hint leaves room for the reads of others. */
    @Test
    void earlyReadsGoWithTheLastHintThatLacksAnAnswer() {
        hint(1);
        hints.read(blocks(0, 100_000), 1);
        hints.removeIf(request -> request.getHint() == 1);

        OpenHints.Hint second = hint(2);
        hints.read(blocks(100_000, 100_001), 2);
        answer(second, blocks(100_000, 100_002));

        assertThat(second.alreadyRead()).containsExactlyElementsOf(blocks(100_000, 100_001));
    }

    private void answerNoAgent(OpenHints.Hint hint, List<BlockId> blocks) {
        PrefetchReply.Builder reply =
                PrefetchReply.newBuilder().addSkipped(Skipped.newBuilder().setTemporary(true));
        blocks.forEach(block -> reply.addBlocks(BlockState.newBuilder().setBlock(block)));
        hints.note(hint, new Answer.Given<>(reply.build()));
    }

    /** Agents join a new coordinator one by one, within a minute. */
    @Test
    void aNewCoordinatorThatKnowsFewAgentsIsAskedAgain() {
        OpenHints.Hint hint = hint(1);
        answer(hint, blocks(0, 4));
        hints.read(blocks(0, 1), 1);
        answerNoAgent(hint, List.of());
        // From its device, while the agent is missing: it need not come in any more.
        hints.read(blocks(3, 4), 1);
        assertThat(hints.sendAgainAfter(hint)).hasValue(1_000);
        // One at a time.
        assertThat(hints.sendAgainAfter(hint)).isEmpty();
        assertThat(hints.takeDue(hint)).isTrue();
        answerNoAgent(hint, blocks(1, 2));
        assertThat(hints.sendAgainAfter(hint)).hasValue(2_000);
        assertThat(hints.takeDue(hint)).isTrue();
        answer(hint, blocks(0, 4));

        assertThat(hints.sendAgainAfter(hint)).isEmpty();
        assertThat(hint.alreadyRead())
                .containsExactlyInAnyOrder(blocks(0, 1).get(0), blocks(3, 4).get(0));
        assertThat(hints.all()).containsExactly(hint);
    }

    @Test
    void aHintIsMadeAgainAsLongAsTheCoordinatorIsNew() {
        OpenHints.Hint hint = hint(1);
        long waited = 0;
        for (int i = 0; i < 8; i++) {
            answerNoAgent(hint, List.of());
            waited += hints.sendAgainAfter(hint).orElseThrow();
            hints.takeDue(hint);
        }
        assertThat(waited).isEqualTo(1_000 + 2_000 + 4_000 + 8_000 + 16_000 + 3 * 32_000);
        answer(hint, List.of());

        assertThat(hints.sendAgainAfter(hint)).isEmpty();
        assertThat(hints.all()).isEmpty();
    }

    @Test
    void aReadEndsOnlyHintsBeforeIt() {
        OpenHints.Hint first = hint(1);
        OpenHints.Hint second = hint(2);
        answer(first, blocks(0, 2));
        answer(second, blocks(0, 2));

        hints.read(blocks(0, 1), 1);
        hints.read(blocks(1, 2), 2);

        assertThat(hints.all()).containsExactly(second);
        assertThat(first.alreadyRead()).containsExactlyElementsOf(blocks(0, 2));
        assertThat(second.alreadyRead()).containsExactlyElementsOf(blocks(1, 2));
    }

    @Test
    void anAnswerReplacesTheOneBefore() {
        OpenHints.Hint hint = hint(1);
        answer(hint, blocks(0, 3));
        hints.read(blocks(0, 1), 1);

        answer(hint, blocks(0, 2));
        assertThat(hints.all()).containsExactly(hint);
        hints.read(blocks(1, 2), 1);

        assertThat(hints.all()).isEmpty();
    }
}
