package io.tiercel.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.spark.cache.CacheMessages.Order;
import io.tiercel.spark.cache.CacheMessages.Report;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class CacheMessagesTest {
    @Test
    void whatIsSaidIsHeard() {
        BitSet pages = new BitSet();
        pages.set(3, 130);
        Report report = new Report("7", "host", Map.of("object", pages), true, Set.of(9L), Map.of(7L, "", 8L, "broken"));
        assertThat(Report.of(report.message())).contains(report);
        List<Order> orders = List.of(new Order(1, "s3a://b/f", 0, 10, 5), new Order(2, "s3a://b/g", 4, 5, 0));
        Object answer = Order.message(orders, Set.of(3L, 4L));
        assertThat(Order.of(answer)).isEqualTo(orders);
        assertThat(Order.withdrawn(answer)).containsExactlyInAnyOrder(3L, 4L);
    }

    @Test
    void strangeMessagesAreNone() {
        assertThat(Report.of("hello")).isEmpty();
        assertThat(Report.of(Map.of("host", 5))).isEmpty();
        assertThat(Order.of(null)).isEmpty();
        assertThat(Order.withdrawn(null)).isEmpty();
        assertThat(Order.of(List.of("x", Map.of("id", "7")))).isEmpty();
    }
}
