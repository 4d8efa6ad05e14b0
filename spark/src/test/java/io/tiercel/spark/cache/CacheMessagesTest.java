package io.tiercel.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cachefs.peer.PageHolders.Holder;
import io.tiercel.cachefs.peer.Peer;
import io.tiercel.spark.cache.CacheMessages.Answer;
import io.tiercel.spark.cache.CacheMessages.Begin;
import io.tiercel.spark.cache.CacheMessages.Holders;
import io.tiercel.spark.cache.CacheMessages.HoldersRequest;
import io.tiercel.spark.cache.CacheMessages.Order;
import io.tiercel.spark.cache.CacheMessages.Report;
import io.tiercel.spark.cache.CacheMessages.SecretRequest;
import java.util.Arrays;
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
        Report report =
                new Report("7", "host", Map.of("object", pages), true, Map.of(7L, "", 8L, "broken"), "10.0.0.1", 9);
        assertThat(Report.of(report.message())).contains(report);
        assertThat(Begin.of(new Begin("7", 9).message())).contains(new Begin("7", 9));
        List<Order> orders = List.of(new Order(1, "s3a://b/f", 0, 10, 5), new Order(2, "s3a://b/g", 4, 5, 0));
        Answer answer = new Answer(orders, Optional.of(Map.of("object", pages)), true);
        assertThat(Answer.of(answer.message())).isEqualTo(answer);
        Answer nothing = new Answer(List.of(), Optional.empty(), false);
        assertThat(Answer.of(nothing.message())).isEqualTo(nothing);
        SecretRequest secret = new SecretRequest("7");
        assertThat(SecretRequest.of(secret.message())).contains(secret);
        HoldersRequest asked = new HoldersRequest("object", "host");
        assertThat(HoldersRequest.of(asked.message())).contains(asked);
        Holders holders = new Holders(List.of(new Holder(new Peer("other", 5), pages)));
        assertThat(Holders.of(holders.message())).isEqualTo(holders);
    }

    @Test
    void aReportOfAnOlderJarServesPagesAtItsHost() {
        Report report = new Report("7", "host", Map.of(), true, Map.of(), "10.0.0.1", 9);
        Map<String, Object> older = report.message();
        older.remove("address");
        assertThat(Report.of(older)).contains(new Report("7", "host", Map.of(), true, Map.of(), "host", 9));
    }

    @Test
    void strangeMessagesAreNone() {
        assertThat(Report.of("hello")).isEmpty();
        assertThat(Begin.of("hello")).isEmpty();
        assertThat(Begin.of(Map.of("executor", "7", "begin", 9))).isEmpty();
        assertThat(Report.of(Map.of("host", 5))).isEmpty();
        for (Object strange : Arrays.asList(null, "hello", Map.of("host", 5), List.of("x", Map.of("host", 5)))) {
            assertThat(Answer.of(strange)).isEqualTo(new Answer(List.of(), Optional.empty(), false));
            assertThat(SecretRequest.of(strange)).isEmpty();
            assertThat(HoldersRequest.of(strange)).isEmpty();
            assertThat(Holders.of(strange).all()).isEmpty();
        }
        assertThat(Answer.of(Map.of("orders", 5, "kept", "x")))
                .isEqualTo(new Answer(List.of(), Optional.empty(), false));
        assertThat(Answer.of(Map.of("orders", List.of("x", Map.of("id", "7")))).orders())
                .isEmpty();
    }
}
