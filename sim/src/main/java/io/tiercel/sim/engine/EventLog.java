package io.tiercel.sim.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;

/**
 * The events of a run, one line each: time in nanoseconds, kind and details, separated by tabs. Keeps the first lines and a digest of all. Runs
 * with equal digests are the same.
 */
public final class EventLog {
    private final int most;
    private final List<String> kept = new ArrayList<>();
    private final MessageDigest digest;
    /** Lines that are not in the digest yet. */
    private byte[] bytes = new byte[1 << 14];

    private int end;
    private long lines;

    /** @param most number of lines kept, at least 0 */
    public EventLog(int most) {
        if (most < 0) {
            throw new IllegalArgumentException("lines to keep: expected at least 0, got " + most);
        }
        this.most = most;
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Adds an event. Details contain no tabs and no line ends. */
    public void add(long time, String kind, Object... details) {
        if (end > bytes.length / 2) {
            flush();
        }
        int begin = end;
        append(time);
        append('\t', kind);
        for (Object detail : details) {
            if (detail instanceof Integer || detail instanceof Long) {
                put((byte) '\t');
                append(((Number) detail).longValue());
            } else {
                append('\t', detail.toString());
            }
        }
        put((byte) '\n');
        if (kept.size() < most) {
            kept.add(new String(bytes, begin, end - begin, StandardCharsets.UTF_8));
        }
        lines++;
    }

    private void flush() {
        digest.update(bytes, 0, end);
        end = 0;
    }

    private void put(byte one) {
        if (end == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * end);
        }
        bytes[end++] = one;
    }

    private void append(char before, String text) {
        put((byte) before);
        for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
            put(one);
        }
    }

    /** Appends a number without making a string: most of a log is numbers. */
    private void append(long number) {
        if (number < 0) {
            append('-', Long.toString(number).substring(1));
            return;
        }
        int begin = end;
        long left = number;
        do {
            put((byte) ('0' + left % 10));
            left /= 10;
        } while (left > 0);
        for (int a = begin, b = end - 1; a < b; a++, b--) {
            byte digit = bytes[a];
            bytes[a] = bytes[b];
            bytes[b] = digit;
        }
    }

    public long lines() {
        return lines;
    }

    /** How many lines are not kept. */
    public long dropped() {
        return lines - kept.size();
    }

    /** The kept lines, each with its line end. */
    public List<String> kept() {
        return Collections.unmodifiableList(kept);
    }

    /** Writes the kept lines, and how many are not kept, if any. */
    public void writeTo(Appendable out) throws IOException {
        for (String line : kept) {
            out.append(line);
        }
        if (dropped() > 0) {
            out.append("# ").append(Long.toString(dropped())).append(" more events are not kept\n");
        }
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
