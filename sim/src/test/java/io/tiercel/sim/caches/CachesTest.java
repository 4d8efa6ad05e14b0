package io.tiercel.sim.caches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.sim.caches.CacheComparison.Outcome;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Small traces whose hits are counted by hand. A letter is a file of a block of 10 bytes, and a job that reads it. */
final class CachesTest {
    private static final long BLOCK = 10;

    private static AccessTrace trace(String reads) {
        TreeSet<String> files = new TreeSet<>(List.of(reads.split("")));
        List<Job> jobs = new ArrayList<>();
        for (String file : reads.split("")) {
            jobs.add(job(jobs.size(), file, BLOCK));
        }
        return trace(new Workload(
                files.stream().map(file -> new InputFile(file, BLOCK)).toList(), jobs));
    }

    private static AccessTrace trace(Workload workload) {
        return AccessTrace.of(workload, BLOCK, 0, Long.MAX_VALUE);
    }

    private static Job job(int number, String file, long bytes) {
        return new Job("job" + number, number, Optional.of(file), bytes, 0, Optional.empty(), 0);
    }

    /** {@code x} for each read that the cache held, {@code .} for the others. */
    private static String hits(String reads, Function<AccessTrace, BlockCache> made) {
        AccessTrace trace = trace(reads);
        BlockCache cache = made.apply(trace);
        StringBuilder hits = new StringBuilder();
        for (int read = 0; read < trace.reads(); read++) {
            hits.append(cache.read(trace.block(read)) ? 'x' : '.');
        }
        return hits.toString();
    }

    @Test
    void fifoEvictsWhatCameFirst() {
        assertThat(hits("abacabc", trace -> new QueueCache.Fifo(trace, 2 * BLOCK)))
                .isEqualTo("..x....");
    }

    @Test
    void lruEvictsWhatWasUsedLongestAgo() {
        assertThat(hits("abacabc", trace -> new QueueCache.Lru(trace, 2 * BLOCK, 0)))
                .isEqualTo("..x.x..");
    }

    @Test
    void aBatchIsMoreThanIsNeededNow() {
        assertThat(hits("abcdebcd", trace -> new QueueCache.Lru(trace, 4 * BLOCK, 0)))
                .isEqualTo(".....xxx");
        assertThat(hits("abcdebcd", trace -> new QueueCache.Lru(trace, 4 * BLOCK, 0.5)))
                .as("a, b and c go for e; then d is here, and b and c are not")
                .isEqualTo(".......x");
    }

    /** The block that is read often stays while others are read once, which LRU cannot do. */
    @Test
    void sievePassesOverBlocksThatWereReadAgain() {
        String reads = "aabcadaea";
        assertThat(hits(reads, trace -> new QueueCache.Lru(trace, 2 * BLOCK, 0)))
                .isEqualTo(".x....x.x");
        assertThat(hits(reads, trace -> new QueueCache.Sieve(trace, 2 * BLOCK)))
                .as("the hand passes a, and b, c and d go")
                .isEqualTo(".x..x.x.x");
        assertThat(hits(reads, trace -> new SweptCache(trace, 2 * BLOCK, 0))).isEqualTo(".x..x.x.x");
    }

    /** Blocks that nobody reads any more go with the hand's next round. */
    @Test
    void sieveForgets() {
        String reads = "aabcdcdcd";
        assertThat(hits(reads, trace -> new QueueCache.Sieve(trace, 2 * BLOCK))).isEqualTo(".x...xxxx");
        assertThat(hits(reads, trace -> new SweptCache(trace, 2 * BLOCK, 0))).isEqualTo(".x...xxxx");
    }

    @Test
    void tinyLfuKeepsWhatIsReadMoreOften() {
        String reads = "abababab" + "cdefgh" + "ab";
        assertThat(hits(reads, trace -> new QueueCache.Lru(trace, 2 * BLOCK, 0)))
                .endsWith("......" + "..");
        assertThat(hits(reads, trace -> new TinyLfuCache(trace, 2 * BLOCK))).endsWith("......" + "xx");
    }

    /** Room for a block and a half: a stays; of b the half that fits. */
    @Test
    void noPolicyFindsMoreThanOneThatKnowsTheFuture() {
        assertThat(LeastMisses.hitBytes(trace("abcabc"), 2 * BLOCK)).isEqualTo(2 * BLOCK);
        assertThat(LeastMisses.hitBytes(trace("abab"), BLOCK * 3 / 2)).isEqualTo(BLOCK * 3 / 2);
        assertThat(LeastMisses.hitBytes(trace("abcabc"), 3 * BLOCK)).isEqualTo(3 * BLOCK);
    }

    @Test
    void aBlockLargerThanTheCacheIsNotKept() {
        assertThat(hits("aa", trace -> new QueueCache.Lru(trace, BLOCK - 1, 0))).isEqualTo("..");
        assertThat(hits("aa", trace -> new QueueCache.Sieve(trace, BLOCK - 1))).isEqualTo("..");
    }

    /** A file of 25 bytes of which jobs read 25, 12 and 25: blocks end at 10, 12, 20 and 25. */
    @Test
    void filesAreCutWhereReadsEnd() {
        AccessTrace trace = trace(new Workload(
                List.of(new InputFile("f", 25)), List.of(job(0, "f", 25), job(1, "f", 12), job(2, "f", 25))));
        assertThat(trace.distinctBlocks()).isEqualTo(4);
        assertThat(trace.distinctBytes()).isEqualTo(25);
        assertThat(trace.reads()).isEqualTo(4 + 2 + 4);
        assertThat(trace.bytes()).isEqualTo(62);
        Map<String, Outcome> outcomes =
                CacheComparison.of(trace, 25).stream().collect(Collectors.toMap(Outcome::policy, outcome -> outcome));
        assertThat(outcomes.get("lru").byteHits()).isCloseTo(37 / 62.0, within(1e-9));
        assertThat(outcomes.get("without bound").blockHits()).isCloseTo(0.6, within(1e-9));
    }

    @Test
    void onlyJobsOfTheTimeCount() {
        Workload workload = new Workload(
                List.of(new InputFile("a", 10), new InputFile("b", 10)),
                List.of(job(0, "a", 10), job(1, "b", 10), job(2, "a", 10)));
        assertThat(AccessTrace.of(workload, BLOCK, 1, 2).reads()).isEqualTo(1);
        assertThat(AccessTrace.of(workload, BLOCK, 3, 4).reads()).isZero();
    }

    @Test
    void policiesStayBelowTheBound() {
        AccessTrace trace = trace("abcabdeabcfgabchiabcdeffabc");
        for (long capacity : new long[] {2 * BLOCK, 3 * BLOCK, 5 * BLOCK}) {
            List<Outcome> outcomes = CacheComparison.of(trace, capacity);
            double bound = outcomes.stream()
                    .filter(outcome -> outcome.policy().equals("bound of all policies"))
                    .findFirst()
                    .orElseThrow()
                    .byteHits();
            assertThat(outcomes)
                    .filteredOn(outcome -> !outcome.policy().equals("without bound"))
                    .allSatisfy(outcome ->
                            assertThat(outcome.byteHits()).as(outcome.policy()).isLessThanOrEqualTo(bound + 1e-9));
        }
    }
}
