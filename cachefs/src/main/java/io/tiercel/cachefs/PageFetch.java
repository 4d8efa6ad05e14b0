package io.tiercel.cachefs;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A page that one reader brings in, for itself and for all others that want it meanwhile. */
public final class PageFetch {
    private final CompletableFuture<byte[]> page = new CompletableFuture<>();
    private final NodeCache cache;
    private final NodeCache.PageKey key;

    PageFetch(NodeCache cache, NodeCache.PageKey key) {
        this.cache = cache;
        this.key = key;
    }

    /** The page has come. It is kept if there is room. @param bytes nobody changes them any more */
    public void complete(byte[] bytes) {
        if (page.complete(bytes)) {
            cache.keep(key, bytes);
        }
    }

    /** The page will not come. Ignored if it has. */
    public void fail() {
        if (page.completeExceptionally(new IllegalStateException("the page did not come"))) {
            cache.forget(key);
        }
    }

    /** What somebody else fetches. @return null if it has not come in time, or will not */
    byte @Nullable [] await(long nanos) {
        try {
            return page.get(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException | TimeoutException e) {
            return null;
        }
    }
}
