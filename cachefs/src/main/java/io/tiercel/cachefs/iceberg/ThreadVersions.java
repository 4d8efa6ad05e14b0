package io.tiercel.cachefs.iceberg;

import io.tiercel.cachefs.store.ObjectVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The words about versions that pass between a reader and the S3 client below it. Iceberg makes both, and lets nothing pass between them.
 * But a stream calls its client on its reader's thread, so they pass by the thread.
 */
final class ThreadVersions {
    /** The version that S3 has told. @param tag as S3 writes it, with quotes */
    record Told(ObjectVersion version, String tag) {}

    /** A read of the source. */
    interface Read<T> {
        T read() throws IOException;
    }

    private static final ThreadLocal<@Nullable Consumer<Told>> LISTENER = new ThreadLocal<>();
    private static final ThreadLocal<@Nullable String> EXPECTED = new ThreadLocal<>();

    /** The answer to a question. @param told empty if no S3 client of ours has answered */
    record Answered<T>(T answer, Optional<Told> told) {}

    private ThreadVersions() {}

    /** Asks the source, and listens to what S3 tells meanwhile. */
    static <T> Answered<T> ask(Supplier<T> question) {
        List<Told> told = new ArrayList<>(1);
        LISTENER.set(told::add);
        try {
            T answer = question.get();
            return new Answered<>(answer, told.stream().findFirst());
        } finally {
            LISTENER.remove();
        }
    }

    /** Tells the reader, if it has asked. */
    static void tell(Told told) {
        Consumer<Told> listener = LISTENER.get();
        if (listener != null) {
            listener.accept(told);
        }
    }

    /** Reads with the demand that S3 gives bytes of this version only. @param tag null for no demand */
    static <T> T expecting(@Nullable String tag, Read<T> read) throws IOException {
        if (tag == null) {
            return read.read();
        }
        EXPECTED.set(tag);
        try {
            return read.read();
        } finally {
            EXPECTED.remove();
        }
    }

    static Optional<String> expected() {
        return Optional.ofNullable(EXPECTED.get());
    }
}
