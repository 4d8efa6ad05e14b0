package io.tiercel.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.spark.cache.CacheMessages.Order;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

final class CacheFetcherTest {
    private final CacheFetcher fetcher = new CacheFetcher(new Configuration(false), Optional.empty(), 100, 1);

    private static Order order(long id) {
        return new Order(id, "s3a://b/f" + id, 0, 100, 0);
    }

    @Test
    void itTellsOnceWhatHasBegunUnlessNobodyHasHeardIt() throws IOException {
        fetcher.begin(order(1));
        assertThat(fetcher.takeBegun()).containsExactly(1L);
        assertThat(fetcher.takeBegun()).isEmpty();
        fetcher.begin(order(2));
        fetcher.putBack(Set.of(1L), Map.of(7L, ""));
        assertThat(fetcher.takeBegun()).containsExactlyInAnyOrder(1L, 2L);
        assertThat(fetcher.takeResults()).isEqualTo(Map.of(7L, ""));
    }

    @Test
    void aWithdrawnOrderDoesNotBegin() {
        fetcher.withdraw(Set.of(1L));
        assertThatThrownBy(() -> fetcher.begin(order(1)))
                .isInstanceOf(IOException.class)
                .hasMessage("nobody waits for s3a://b/f1 any more");
        assertThat(fetcher.takeBegun()).isEmpty();
    }
}
