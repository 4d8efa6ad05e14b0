package io.tiercel.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.BlockState;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.SkipReason;
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
                PrefetchReply.newBuilder().addSkipped(Skipped.newBuilder().setReason(SkipReason.NO_AGENT));
        blocks.forEach(block -> reply.addBlocks(BlockState.newBuilder().setBlock(block)));
        hints.note(hint, new Answer.Given<>(reply.build()));
    }

    /** Agents join a new coordinator one by one, within a minute. */
    @Test
    void aNewCoordinatorThatKnowsFewAgentsIsAskedAgain() {
        OpenHints.Hint hint = hint(1);
        answer(hint, blocks(0, 4));
        hints.read(blocks(0, 1), 1);
        assertThat(hints.takeForNewCoordinator()).containsExactly(hint);

        answerNoAgent(hint, List.of());
        assertThat(hints.sendAgainAfter(hint)).hasValue(1_000);
        // One at a time.
        assertThat(hints.sendAgainAfter(hint)).isEmpty();
        assertThat(hints.takeDue(hint)).isTrue();
        answerNoAgent(hint, blocks(1, 2));
        assertThat(hints.sendAgainAfter(hint)).hasValue(2_000);
        assertThat(hints.takeDue(hint)).isTrue();
        answer(hint, blocks(0, 4));

        assertThat(hints.sendAgainAfter(hint)).isEmpty();
        assertThat(hint.alreadyRead()).containsExactlyElementsOf(blocks(0, 1));
        assertThat(hints.all()).containsExactly(hint);
    }

    @Test
    void aHintIsMadeAgainForAMinuteAtMost() {
        OpenHints.Hint first = hint(1);
        answerNoAgent(first, blocks(0, 1));
        // The coordinator is not new: what it does not find is not there.
        assertThat(hints.sendAgainAfter(first)).isEmpty();

        hints.takeForNewCoordinator();
        long waited = 0;
        answerNoAgent(first, List.of());
        for (OptionalLong wait = hints.sendAgainAfter(first); wait.isPresent(); wait = hints.sendAgainAfter(first)) {
            waited += wait.getAsLong();
            hints.takeDue(first);
            hints.takeForNewCoordinator();
            answerNoAgent(first, List.of());
        }
        assertThat(waited).isEqualTo(63_000);
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
