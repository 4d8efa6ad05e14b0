package io.tiercel.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.spark.cache.CacheMessages.Answer;
import io.tiercel.spark.cache.CacheMessages.Begin;
import io.tiercel.spark.cache.CacheMessages.Order;
import io.tiercel.spark.cache.CacheMessages.Report;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CacheMessagesTest {
    @Test
    void whatIsSaidIsHeard() {
        BitSet pages = new BitSet();
        pages.set(3, 130);
        Report report = new Report("7", "host", Map.of("object", pages), true, Map.of(7L, "", 8L, "broken"));
        assertThat(Report.of(report.message())).contains(report);
        assertThat(Begin.of(new Begin("7", 9).message())).contains(new Begin("7", 9));
        List<Order> orders = List.of(new Order(1, "s3a://b/f", 0, 10, 5), new Order(2, "s3a://b/g", 4, 5, 0));
        Answer answer = new Answer(orders, Optional.of(Map.of("object", pages)));
        assertThat(Answer.of(answer.message())).isEqualTo(answer);
        Answer nothing = new Answer(List.of(), Optional.empty());
        assertThat(Answer.of(nothing.message())).isEqualTo(nothing);
    }

    @Test
    void strangeMessagesAreNone() {
        assertThat(Report.of("hello")).isEmpty();
        assertThat(Begin.of("hello")).isEmpty();
        assertThat(Begin.of(Map.of("executor", "7", "begin", 9))).isEmpty();
        assertThat(Report.of(Map.of("host", 5))).isEmpty();
        assertThat(Answer.of(null).orders()).isEmpty();
        assertThat(Answer.of("hello").orders()).isEmpty();
        assertThat(Answer.of(Map.of("orders", 5, "kept", "x"))).isEqualTo(new Answer(List.of(), Optional.empty()));
        assertThat(Answer.of(Map.of("orders", List.of("x", Map.of("id", "7")))).orders())
                .isEmpty();
    }
}
