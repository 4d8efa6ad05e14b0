package io.tiercel.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cachefs.Mounts;
import io.tiercel.cachefs.store.ObjectVersion;
import io.tiercel.cachefs.store.PagedObject;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.RangeLocations.LocationMiss;
import io.tiercel.hdfs.locate.RangeLocations.RangeLocation.State;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.spark.cache.CachedLocations.Awaiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class CachedLocationsTest {
    private static final int PAGE = 100;
    private final PagedObject object = new PagedObject(new ObjectVersion("b", "f", "tag", 1050), PAGE);
    private final HostRegistry hosts = new HostRegistry();
    private final ClusterCaches caches = new ClusterCaches(PAGE);
    private final CachedLocations locations = new CachedLocations(
            List.of(range(0, 500), range(450, 10_000), range(0, 100)), new SharedPaths(Mounts.NONE), hosts, caches);

    @AfterEach
    void close() {
        hosts.close();
    }

    private static FileRange range(long start, long length) {
        return new FileRange(new Path("s3a://b/f"), start, length);
    }

    private static BitSet pages(int... numbers) {
        BitSet pages = new BitSet();
        for (int number : numbers) {
            pages.set(number);
        }
        return pages;
    }

    private List<Block> blocks(int range) {
        assertThat(locations.known(range).state()).isEqualTo(State.LOCATED);
        return locations.known(range).blocks();
    }

    @Test
    void pagesInARowOfTheSameNodesAreOneBlock() {
        caches.holds("a", Map.of(object.id(), pages(0, 1, 4, 5)), true);
        caches.holds("b", Map.of(object.id(), pages(1)), true);
        locations.answer(0, object);
        assertThat(blocks(0)).extracting(Block::bytes).containsExactly(100L, 100L, 200L, 100L);
        assertThat(blocks(0)).extracting(block -> block.replicas().size()).containsExactly(1, 2, 0, 1);
        locations.answer(1, object);
        assertThat(blocks(1))
                .as("from the middle of a page to the object's end")
                .extracting(Block::bytes)
                .containsExactly(150L, 450L);
    }

    @Test
    void locationsFollowWhatTheCachesHold() {
        locations.answer(0, object);
        assertThat(blocks(0)).hasSize(1).allSatisfy(block -> assertThat(block.replicas())
                .isEmpty());
        long before = locations.generation();
        caches.holds("a", Map.of(object.id(), pages(0, 1, 2, 3, 4)), false);
        assertThat(locations.generation()).isGreaterThan(before);
        assertThat(blocks(0).get(0).replicas()).extracting(Replica::node).containsExactly(hosts.node("a"));
        caches.holds("a", Map.of(), true);
        assertThat(blocks(0).get(0).replicas()).isEmpty();
        long same = locations.generation();
        caches.holds("a", Map.of(), true);
        assertThat(locations.generation()).as("no news").isEqualTo(same);
    }

    @Test
    void whatIsOnItsWayIsAReplicaThatArrives() {
        locations.answer(0, object);
        caches.expect("a", object, 0, 4);
        assertThat(blocks(0).get(0).replicas())
                .allSatisfy(
                        replica -> assertThat(replica.residency().arriving()).isTrue());
        caches.holds("a", Map.of(object.id(), pages(0)), false);
        assertThat(blocks(0)).extracting(Block::bytes).containsExactly(100L, 400L);
        caches.expectNoMore("a", object, 0, 4);
        assertThat(blocks(0).get(1).replicas()).isEmpty();
    }

    @Test
    void eachRangeIsAnsweredOnceAndTheListenerHearsOfTheLast() {
        AtomicInteger heard = new AtomicInteger();
        locations.whenDone(heard::incrementAndGet);
        assertThat(locations.pending()).isEqualTo(3);
        assertThat(locations.known(2).state()).isEqualTo(State.PENDING);
        assertThat(locations.await(Duration.ZERO)).isFalse();
        locations.answer(0, object);
        locations.answer(0, object);
        locations.answer(1, object);
        assertThat(heard).hasValue(0);
        locations.miss(2, LocationMiss.Why.NOT_FOUND, "it is not there");
        assertThat(heard).hasValue(1);
        assertThat(locations.await(Duration.ZERO)).isTrue();
        assertThat(locations.known(2).miss()).hasToString("s3a://b/f: it is not there");
    }

    @Test
    void whatCountsAsUncachedIsAnsweredAgainWhenItsObjectIsKnown() {
        List<String> heard = new ArrayList<>();
        Awaiting waits = new Awaiting() {
            @Override
            public void readingBegins() {
                heard.add("reads");
            }

            @Override
            public void cancel() {
                heard.add("cancelled");
            }
        };
        caches.holds("a", Map.of(object.id(), pages(0, 1, 2, 3, 4)), true);
        locations.answer(0, object);
        for (int range = 0; range < 3; range++) {
            locations.assumeUncached(range);
        }
        locations.tell(waits);
        assertThat(locations.pending()).isZero();
        assertThat(blocks(0).get(0).replicas()).as("known before").hasSize(1);
        assertThat(blocks(2)).singleElement().satisfies(block -> {
            assertThat(block.bytes()).isEqualTo(100);
            assertThat(block.replicas()).isEmpty();
        });
        long before = locations.generation();
        locations.answer(2, object);
        locations.answer(2, object);
        assertThat(locations.generation()).isEqualTo(before + 1);
        assertThat(blocks(2).get(0).replicas()).hasSize(1);
        locations.readingBegins();
        locations.readingBegins();
        locations.cancel();
        locations.tell(waits);
        assertThat(heard).containsExactly("reads", "cancelled", "cancelled");
    }
}
