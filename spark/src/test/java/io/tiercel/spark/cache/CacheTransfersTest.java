package io.tiercel.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cachefs.store.ObjectVersion;
import io.tiercel.cachefs.store.PagedObject;
import io.tiercel.spark.cache.CacheMessages.Order;
import io.tiercel.spark.cache.CacheTransfers.Part;
import io.tiercel.transfer.IsolationQuanta;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

final class CacheTransfersTest {
    private static final int PAGE = 100;
    private static final int PAGES = 10;
    private static final long NO_BOUND = Long.MAX_VALUE;

    private final ClusterCaches caches = new ClusterCaches(PAGE);
    private final CacheTransfers transfers = new CacheTransfers(caches, NO_BOUND, IsolationQuanta.ALWAYS);

    private static Part part(int file) {
        PagedObject object = new PagedObject(new ObjectVersion("b", "f" + file, "tag", PAGE * PAGES), PAGE);
        return new Part(new Path("s3a://b/f" + file), object, 0, PAGE * PAGES);
    }

    /** A part for each task. */
    private static List<List<Part>> parts(int tasks) {
        return IntStream.range(0, tasks).mapToObj(task -> List.of(part(task))).toList();
    }

    private static List<List<Part>> nothing(int tasks) {
        return Collections.nCopies(tasks, List.of());
    }

    private List<Order> poll(String host, double now) {
        return transfers.poll(host, host, Map.of(), now);
    }

    /** An executor gets orders and begins all of them. */
    private List<Order> begin(String host, double now) {
        List<Order> orders = poll(host, now);
        begin(host, orders);
        return orders;
    }

    private void begin(String executor, List<Order> orders) {
        assertThat(orders).allMatch(order -> transfers.mayBegin(executor, order.id()));
    }

    private List<Order> ended(String host, List<Order> orders, String why, double now) {
        return transfers.poll(host, host, orders.stream().collect(Collectors.toMap(Order::id, order -> why)), now);
    }

    private static final CacheTransfers.Listener NOBODY = (part, news) -> {};

    @Test
    void aStageHearsWhichInputIsOnItsWay() {
        poll("a", 0);
        StageTransfers stage = new StageTransfers(transfers, parts(4), nothing(4), 0);
        assertThat(onItsWay(stage)).as("nobody has the orders").isEmpty();
        List<Order> orders = poll("a", 0);
        assertThat(onItsWay(stage)).as("nobody reads").isEmpty();
        begin("a", orders);
        assertThat(onItsWay(stage)).containsExactly(0, 1, 2);
        List<Order> last = ended("a", orders.subList(0, 1), "", 1);
        ended("a", orders.subList(1, 2), "java.io.IOException: broken", 1);
        assertThat(onItsWay(stage)).containsExactly(2);
        begin("a", last);
        assertThat(onItsWay(stage)).containsExactly(2, 3);
        assertThat(IntStream.range(0, 4).filter(stage::isSettled)).containsExactly(0, 2, 3);
        stage.close(2);
        poll("a", 2);
        assertThat(onItsWay(stage)).containsExactly(2, 3);
    }

    /** Of a task with two parts. Orders that nobody has got do not count when their node is gone. */
    @Test
    void aTaskIsSettledAsLongAsSomeOfItsInputIs() {
        poll("a", 0);
        List<List<Part>> one = List.of(List.of(part(0), part(1)), List.of(part(2)), List.of(part(3)), List.of(part(4)));
        StageTransfers stage = new StageTransfers(transfers, one, nothing(one.size()), 0);
        List<Order> orders = begin("a", 0);
        begin("a", ended("a", orders.subList(0, 1), "", 1));
        assertThat(onItsWay(stage)).containsExactly(0, 1, 2);
        begin("a", ended("a", orders.subList(1, 2), "java.io.IOException: broken", 1));
        assertThat(onItsWay(stage)).containsExactly(1, 2, 3);
        assertThat(stage.isSettled(0)).isTrue();
        stage.launched(0, 1);
        assertThat(stage.isSettled(0)).as("it reads by itself").isFalse();
        for (double now = 1; now < 12; now++) {
            poll("b", now);
        }
        assertThat(onItsWay(stage)).as("b has all of a's orders").containsExactly(1, 2, 3);
    }

    private static List<Integer> onItsWay(StageTransfers stage) {
        return IntStream.range(0, 4).filter(stage::isOnItsWay).boxed().toList();
    }

    private int expectedPages(String host, int file) {
        ClusterCaches.Holding holding = caches.of(part(file).object()).get(host);
        return holding == null ? 0 : holding.expected().cardinality();
    }

    @Test
    void inputIsSpreadOverNodesInTheOrderOfTasks() {
        poll("a", 0);
        poll("b", 0);
        transfers.begin(parts(6), nothing(6), NOBODY, 0);
        assertThat(poll("a", 0)).extracting(Order::path).containsExactly("s3a://b/f0", "s3a://b/f2", "s3a://b/f4");
        assertThat(poll("b", 0)).extracting(Order::path).containsExactly("s3a://b/f1", "s3a://b/f3", "s3a://b/f5");
        assertThat(poll("b", 0)).as("nothing twice").isEmpty();
    }

    @Test
    void whatIsOnItsWayIsALocationUntilItEnds() {
        poll("a", 0);
        transfers.begin(parts(1), nothing(1), NOBODY, 0);
        List<Order> orders = poll("a", 0);
        assertThat(expectedPages("a", 0)).as("nobody reads").isZero();
        begin("a", orders);
        assertThat(expectedPages("a", 0)).isEqualTo(PAGES);
        long before = caches.generation();
        ended("a", orders, "", 1);
        assertThat(expectedPages("a", 0)).isZero();
        assertThat(caches.generation()).isGreaterThan(before);
    }

    @Test
    void anExecutorHasFewOrdersAtATime() {
        poll("a", 0);
        transfers.begin(parts(9), nothing(9), NOBODY, 0);
        List<Order> first = poll("a", 0);
        assertThat(first).hasSize(3);
        assertThat(ended("a", first.subList(0, 1), "", 0))
                .extracting(Order::path)
                .containsExactly("s3a://b/f3");
    }

    @Test
    void aStageThatBeginsBeforeAnyExecutorIsServedLater() {
        transfers.begin(parts(2), nothing(2), NOBODY, 0);
        assertThat(poll("a", 1)).hasSize(2);
    }

    @Test
    void aTaskThatRunsReadsByItself() {
        poll("a", 0);
        List<List<Part>> wanted = parts(3);
        long job = transfers.begin(wanted, nothing(wanted.size()), NOBODY, 0);
        transfers.unwant(job, wanted.get(0), 0);
        assertThat(poll("a", 0)).extracting(Order::path).containsExactly("s3a://b/f1", "s3a://b/f2");
        assertThat(expectedPages("a", 0)).isZero();
    }

    @Test
    void onePartForTwoStagesIsBroughtOnceAndKeptForTheSecond() {
        poll("a", 0);
        long first = transfers.begin(parts(1), nothing(1), NOBODY, 0);
        long second = transfers.begin(parts(1), nothing(1), NOBODY, 0);
        List<Order> orders = begin("a", 0);
        assertThat(orders).hasSize(1);
        transfers.end(first, 1);
        assertThat(expectedPages("a", 0)).isEqualTo(PAGES);
        assertThat(ended("a", orders, "", 2)).isEmpty();
        transfers.end(second, 3);
        transfers.begin(parts(1), nothing(1), NOBODY, 4);
        assertThat(poll("a", 4)).as("a later stage says itself what is missing").hasSize(1);
    }

    @Test
    void aStageThatEndsLeavesNothingToDo() {
        poll("a", 0);
        long job = transfers.begin(parts(20), nothing(20), NOBODY, 0);
        transfers.end(job, 1);
        transfers.end(job, 1);
        assertThat(poll("a", 1)).isEmpty();
        assertThat(IntStream.range(0, 20).map(file -> expectedPages("a", file)).sum())
                .isZero();
    }

    @Test
    void aFailedOrderIsTriedAgainLaterAndThenGivenUp() {
        poll("a", 0);
        transfers.begin(parts(1), nothing(1), NOBODY, 0);
        int tries = 0;
        for (double now = 0; now < 100; now++) {
            List<Order> orders = poll("a", now);
            tries += orders.size();
            ended("a", orders, "java.io.IOException: broken", now);
            assertThat(expectedPages("a", 0)).isZero();
        }
        assertThat(tries).isEqualTo(4);
    }

    @Test
    void theOrdersOfANodeThatIsGoneGoElsewhere() {
        poll("a", 0);
        transfers.begin(parts(2), nothing(2), NOBODY, 0);
        poll("a", 0);
        poll("b", 4);
        poll("b", 8);
        List<Order> others = poll("b", 11);
        assertThat(others).extracting(Order::path).containsExactly("s3a://b/f0", "s3a://b/f1");
        assertThat(expectedPages("a", 0)).isZero();
        assertThat(poll("a", 12)).as("it has come back").isEmpty();
    }

    @Test
    void anExecutorThatRestartsGetsWhatItsPredecessorHad() {
        transfers.poll("1", "a", Map.of(), 0);
        transfers.begin(parts(3), nothing(3), NOBODY, 0);
        List<Order> orders = transfers.poll("1", "a", Map.of(), 0);
        assertThat(orders).hasSize(3);
        begin("1", orders);
        for (double now = 1; now < 11; now++) {
            assertThat(transfers.poll("2", "a", Map.of(), now)).isEmpty();
        }
        List<Order> others = transfers.poll("2", "a", Map.of(), 11);
        assertThat(others).hasSize(3);
        begin("2", others);
        assertThat(expectedPages("a", 0)).as("the host still has an executor").isEqualTo(PAGES);
    }

    @Test
    void aDriverThatWasAwayTakesNobodyForGone() {
        poll("a", 0);
        poll("b", 0);
        transfers.begin(parts(2), nothing(2), NOBODY, 0);
        poll("a", 0);
        assertThat(poll("b", 60)).extracting(Order::path).containsExactly("s3a://b/f1");
    }

    @Test
    void whatAHostHeldIsForgottenWithItsLastExecutor() {
        java.util.BitSet pages = new java.util.BitSet();
        pages.set(0);
        caches.holds("a", Map.of(part(0).object().id(), pages), true);
        poll("a", 0);
        for (double now = 0; now < 12; now++) {
            poll("b", now);
        }
        assertThat(caches.of(part(0).object())).isEmpty();
    }

    /** Whoever comes a moment later gets its part as well. */
    @Test
    void theFirstExecutorIsNotGivenEverything() {
        PagedObject large = new PagedObject(new ObjectVersion("b", "large", "tag", 64L << 20), 1 << 20);
        List<List<Part>> wanted = IntStream.range(0, 20)
                .mapToObj(task -> List.of(new Part(new Path("s3a://b/large" + task), large, 0, 64L << 20)))
                .toList();
        poll("a", 0);
        transfers.begin(wanted, nothing(wanted.size()), NOBODY, 0);
        int first = 0;
        List<Order> orders = poll("a", 0);
        assertThat(poll("b", 0)).hasSize(3);
        for (; !orders.isEmpty(); orders = ended("a", orders, "", 1)) {
            first += orders.size();
        }
        assertThat(first).as("all that b has not").isEqualTo(12);
    }

    @Test
    void allOrdersTogetherKeepTheBound() {
        CacheTransfers bounded = new CacheTransfers(caches, 50_000_000, IsolationQuanta.ALWAYS);
        bounded.poll("a", "a", Map.of(), 0);
        bounded.poll("b", "b", Map.of(), 0);
        bounded.begin(parts(10), nothing(10), NOBODY, 0);
        List<Order> orders = new ArrayList<>(bounded.poll("a", "a", Map.of(), 0));
        orders.addAll(bounded.poll("b", "b", Map.of(), 0));
        assertThat(orders.stream().mapToLong(Order::rate).sum()).isEqualTo(50_000_000);
        assertThat(orders).allSatisfy(order -> assertThat(order.rate()).isPositive());
    }

    @Test
    void nothingStartsBetweenTheSlices() {
        CacheTransfers isolated = new CacheTransfers(caches, NO_BOUND, new IsolationQuanta(0.5, 0.1));
        isolated.poll("a", "a", Map.of(), 1);
        isolated.begin(parts(2), nothing(2), NOBODY, 1);
        assertThat(isolated.poll("a", "a", Map.of(), 4.9)).isEmpty();
        assertThat(isolated.poll("a", "a", Map.of(), 5.1)).hasSize(2);
    }

    /** As with a small bound, or between time slices: executors have orders that they cannot begin yet. */
    @Test
    void anOrderDoesNotBeginOnceItsTaskRuns() {
        poll("a", 0);
        StageTransfers stage = new StageTransfers(transfers, parts(3), nothing(3), 0);
        List<Order> orders = poll("a", 0);
        begin("a", orders.subList(0, 1));
        stage.launched(0, 1);
        stage.launched(1, 1);
        assertThat(transfers.mayBegin("a", orders.get(1).id())).isFalse();
        assertThat(transfers.mayBegin("a", orders.get(2).id())).isTrue();
        assertThat(onItsWay(stage)).containsExactly(2);
        ended("a", orders.subList(1, 2), "java.io.IOException: nobody waits for it", 2);
        for (double now = 3; now < 60; now++) {
            assertThat(poll("a", now)).as("not tried again").isEmpty();
        }
    }

    @Test
    void anOrderThatEndsAtOnceCountsAsBegun() {
        poll("a", 0);
        StageTransfers stage = new StageTransfers(transfers, parts(1), nothing(1), 0);
        ended("a", poll("a", 0), "", 1);
        assertThat(onItsWay(stage)).isEmpty();
        assertThat(stage.isSettled(0)).isTrue();
    }

    @Test
    void strangeResultsAreIgnored() {
        assertThat(transfers.mayBegin("nobody", 1)).isFalse();
        transfers.begin(parts(1), nothing(1), NOBODY, 0);
        assertThat(transfers.poll("a", "a", Map.of(77L, "", 78L, "why"), 0)).hasSize(1);
        assertThat(transfers.mayBegin("a", 77)).isFalse();
    }

    /** A bound lets few transfers run, so the first executor never lacks room. */
    @Test
    void anExecutorThatComesLaterGetsItsShareOfABoundedStage() {
        long bound = PAGE * PAGES;
        CacheTransfers bounded = new CacheTransfers(caches, bound, IsolationQuanta.ALWAYS);
        bounded.poll("a", "a", Map.of(), 0);
        long job = bounded.begin(parts(10), nothing(10), NOBODY, 0);
        bounded.reportRate(job, bound / 2);
        List<Order> first = bounded.poll("a", "a", Map.of(), 0);
        assertThat(first).hasSize(1);
        assertThat(bounded.poll("b", "b", Map.of(), 0))
                .as("the bound is used up")
                .isEmpty();
        bounded.poll("a", "a", Map.of(first.get(0).id(), ""), 1);
        assertThat(bounded.poll("b", "b", Map.of(), 1)).hasSize(1);
    }
}
