package io.tiercel.coordinator.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.migrate.JobRegistry.Read;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ReadsDuringLookupTest {
    private static final JobId JOB = new JobId("alice", "job");
    private static final JobId OTHER = new JobId("alice", "other");
    private static final JobId BOBS = new JobId("bob", "job");

    private final ReadsDuringLookup reads = new ReadsDuringLookup(10, 15);

    private static List<Read> blocks(long from, long to) {
        return LongStream.range(from, to)
                .mapToObj(id -> new Read(new BlockId("pool", id, 1), true, HintMark.NONE))
                .toList();
    }

    @Test
    void eachLookupGetsTheReadsSinceItBegan() {
        reads.note(JOB, blocks(0, 1));
        ReadsDuringLookup.Lookup first = reads.begin(JOB);
        reads.note(JOB, blocks(1, 2));
        reads.note(BOBS, blocks(100, 101));
        ReadsDuringLookup.Lookup second = reads.begin(JOB);
        reads.note(JOB, blocks(2, 3));

        assertThat(first.over()).isEqualTo(blocks(1, 3));
        assertThat(first.over()).as("the second time").isEmpty();
        assertThat(reads.noted()).as("what only the first needed is gone").isEqualTo(1);
        ReadsDuringLookup.Lookup third = reads.begin(JOB);
        reads.note(JOB, blocks(3, 4));
        assertThat(third.over()).isEqualTo(blocks(3, 4));
        assertThat(second.over()).isEqualTo(blocks(2, 4));
        assertThat(reads.noted()).isZero();
    }

    @Test
    void manyWaitingHintsShareOneLog() {
        List<ReadsDuringLookup.Lookup> waiting = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            waiting.add(reads.begin(JOB));
        }
        reads.note(JOB, blocks(0, 8));

        assertThat(reads.noted()).isEqualTo(8);
        assertThat(waiting).allSatisfy(lookup -> assertThat(lookup.over()).isEqualTo(blocks(0, 8)));
        assertThat(reads.noted()).isZero();
    }

    @Test
    void theLogsAreBoundedByUserAndInAll() {
        ReadsDuringLookup.Lookup one = reads.begin(JOB);
        ReadsDuringLookup.Lookup other = reads.begin(OTHER);
        ReadsDuringLookup.Lookup bobs = reads.begin(BOBS);
        reads.note(JOB, blocks(0, 6));
        reads.note(OTHER, blocks(6, 20));
        reads.note(BOBS, blocks(20, 40));

        assertThat(one.over()).isEqualTo(blocks(0, 6));
        assertThat(other.over()).as("alice may have 10").isEqualTo(blocks(6, 10));
        assertThat(bobs.over()).as("all may have 15").isEqualTo(blocks(20, 25));
        assertThat(reads.noted()).isZero();
    }
}
