package io.tiercel.linux;

import java.nio.file.Path;

/** Tells what happens to files: who opens and closes them, and whether they still are what they were. Not thread-safe. */
public interface FileEvents extends AutoCloseable {
    /** What {@link #watch} returns for a file that cannot be watched. */
    int UNWATCHED = -1;

    /** Told by {@link #drain}, in the order of the happenings; several of a kind in a row may be told as one. */
    interface Listener {
        void opened(int watch);

        void closed(int watch);

        /** Written to, renamed, removed, or its attributes changed. */
        void altered(int watch);

        /** Too much happened: anything may have happened to any file. */
        void lost();
    }

    /** The number by which events will name the file, or {@link #UNWATCHED}. The same file has the same number. */
    int watch(Path file);

    void unwatch(int watch);

    /** Tells all that has happened since the last time; never waits. */
    void drain(Listener listener);

    @Override
    void close();
}
