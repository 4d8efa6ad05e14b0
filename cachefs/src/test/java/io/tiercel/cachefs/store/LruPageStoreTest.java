package io.tiercel.cachefs.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LruPageStoreTest extends PageStoreContract {
    @Override
    Eviction eviction() {
        return Eviction.LRU;
    }

    @Test
    void theOrderIsThatOfTheLastUse() throws IOException {
        PageStore store = open(10L * FILE);
        PagedObject object = object("a");
        for (int page = 0; page < 10; page++) {
            write(store, object, page);
            now = now.plusSeconds(60);
        }
        for (int page = 9; page >= 0; page--) {
            Pages.read(store, object, page);
            now = now.plusSeconds(60);
        }
        write(store, object("b"), 0);
        assertThat(IntStream.range(0, 10).filter(page -> store.has(object, page)))
                .containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    }
}
