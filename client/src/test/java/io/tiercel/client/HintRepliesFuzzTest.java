package io.tiercel.client;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.code_intelligence.jazzer.mutation.annotation.NotNull;
import com.code_intelligence.jazzer.mutation.annotation.WithSize;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import java.util.List;
import java.util.OptionalLong;

/** A coordinator may say anything about a hint. What the session keeps of it stays in order. */
class HintRepliesFuzzTest {
    @FuzzTest(maxDuration = "5s")
    void anyReplyIsTaken(
            @NotNull @WithSize(max = 6) List<@NotNull PrefetchRequest> requests,
            @NotNull @WithSize(max = 12) List<@NotNull PrefetchReply> replies,
            @NotNull @WithSize(max = 12) List<@NotNull BlockId> reads) {
        OpenHints hints = new OpenHints();
        List<OpenHints.Hint> made = requests.stream()
                .map(request -> hints.add(request, OptionalLong.empty()))
                .toList();
        for (int i = 0; i < replies.size() && !made.isEmpty(); i++) {
            OpenHints.Hint hint = made.get(i % made.size());
            hints.note(hint, new Answer.Given<>(replies.get(i)));
            hints.sendAgainAfter(hint);
            hints.read(reads, hint.number());
            hint.alreadyRead();
            hints.takeDue(hint);
        }
        hints.removeIf(request -> true);
        if (!hints.all().isEmpty()) {
            throw new AssertionError("hints are left: " + hints.all().size());
        }
    }
}
