package io.tiercel.cachefs;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A test ends when the caches have written what it read: nobody writes into a directory that is being deleted. */
public final class SettledCaches implements AfterEachCallback {
    @Override
    public void afterEach(ExtensionContext test) throws InterruptedException {
        for (NodeCache cache : NodeCaches.all()) {
            cache.flush();
        }
    }
}
