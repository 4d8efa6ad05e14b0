package io.tiercel.agent.watch;

import io.tiercel.linux.FileEvents;
import java.nio.file.Path;

/** Where the kernel gives none. */
public final class NoFileEvents implements FileEvents {
    @Override
    public int watch(Path file) {
        return UNWATCHED;
    }

    @Override
    public void unwatch(int watch) {}

    @Override
    public void drain(Listener listener) {}

    @Override
    public void close() {}
}
