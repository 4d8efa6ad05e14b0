package io.tiercel.cachefs.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Pages of a store, as arrays. */
final class Pages {
    private Pages() {}

    /** @return null if the page is not here */
    static byte @Nullable [] read(PageStore store, PagedObject object, int page) throws IOException {
        byte[] bytes = new byte[object.length(page)];
        Arrays.fill(bytes, (byte) -1);
        return store.read(object, page, ByteBuffer.wrap(bytes)) ? bytes : null;
    }
}
