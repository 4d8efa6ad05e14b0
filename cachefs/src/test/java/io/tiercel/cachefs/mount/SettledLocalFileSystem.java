package io.tiercel.cachefs.mount;

import java.time.InstantSource;

/** Takes every file for finished: an hour has passed since it was written. */
public class SettledLocalFileSystem extends CachedLocalFileSystem {
    public SettledLocalFileSystem() {
        super(() -> InstantSource.system().instant().plusSeconds(3600));
    }
}
