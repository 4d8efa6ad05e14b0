package io.tiercel.sim.engine;

import io.tiercel.model.Preconditions;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;

/**
 * The events of a run, one line each: time in nanoseconds, kind and details, separated by tabs. Keeps the first lines and a digest of all. Runs
 * with equal digests are the same.
 */
public final class EventLog {
    private static final int BUFFER = 1 << 13;

    private final int most;
    private final List<String> kept = new ArrayList<>();
    private final MessageDigest digest;
    /** Lines that are not in the digest yet. */
    private final StringBuilder buffer = new StringBuilder(2 * BUFFER);

    private long lines;

    /** @param most number of lines kept, at least 0 */
    public EventLog(int most) {
        Preconditions.nonNegative("lines to keep", most);
        this.most = most;
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Adds an event. Details contain no tabs and no line ends. */
    public void add(long time, String kind, Object... details) {
        if (buffer.length() > BUFFER) {
            flush();
        }
        int begin = buffer.length();
        buffer.append(time).append('\t').append(kind);
        for (Object detail : details) {
            buffer.append('\t');
            if (detail instanceof Integer || detail instanceof Long) {
                buffer.append(((Number) detail).longValue()); // without a string: most of a log is numbers
            } else {
                buffer.append(detail);
            }
        }
        buffer.append('\n');
        if (kept.size() < most) {
            kept.add(buffer.substring(begin));
        }
        lines++;
    }

    private void flush() {
        digest.update(buffer.toString().getBytes(StandardCharsets.UTF_8));
        buffer.setLength(0);
    }

    public long lines() {
        return lines;
    }

    /** The kept lines, each with its line end. */
    public List<String> kept() {
        return Collections.unmodifiableList(kept);
    }

    /** SHA-256 of all lines so far, in hexadecimal. */
    public String sha256() {
        flush();
        try {
            return HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest());
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the JDK's SHA-256 can be cloned", e);
        }
    }
}
