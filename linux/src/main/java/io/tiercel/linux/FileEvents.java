package io.tiercel.linux;

import java.nio.file.Path;

/** Events of watched files: opened, closed, altered. Not thread-safe. */
public interface FileEvents extends AutoCloseable {
    int UNWATCHED = -1;

    /** Watches nothing, where the kernel has no events. */
    FileEvents NONE = new FileEvents() {
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
    };

    /** Receives events in their order. Equal events in a row may arrive as one. */
    interface Listener {
        default void opened(int watch) {}

        default void closed(int watch) {}

        /** The file was written to, renamed or removed, or its attributes changed. */
        void altered(int watch);

        /** Events were lost: anything may have happened to any file. */
        void lost();
    }

    /** Returns the number of the file in events, or {@link #UNWATCHED}. The same file has the same number. */
    int watch(Path file);

    void unwatch(int watch);

    /** Passes on all events since the last call; never waits. */
    void drain(Listener listener);

    @Override
    void close();
}
