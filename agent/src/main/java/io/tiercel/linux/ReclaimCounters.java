package io.tiercel.linux;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How many bytes the kernel has taken back so far: pages that reclaim stole ({@code pgsteal_*}), on the machine and, because
 * the machine's counters leave it out, within this process' own control group; and every {@code drop_caches}, which
 * counts as {@link #DROPPED}. Where there is no such file, the rest is told.
 */
public final class ReclaimCounters {
    /** What one drop_caches counts for: more than any threshold. */
    public static final long DROPPED = 1L << 40;

    private final List<Path> files;

    ReclaimCounters(List<Path> files) {
        this.files = files;
    }

    /** Of this machine and of this process' control group. */
    public static ReclaimCounters ofThisProcess() {
        List<Path> files = new ArrayList<>(List.of(Path.of("/proc/vmstat")));
        ownGroup()
                .map(group -> group.resolve("memory.stat"))
                .filter(Files::isReadable)
                .ifPresent(files::add);
        return new ReclaimCounters(files);
    }

    private static Optional<Path> ownGroup() {
        try {
            // Version 2 only: "0::/system.slice/…". In version 1 the groups' counters have no such entry.
            return Files.readAllLines(Path.of("/proc/self/cgroup")).stream()
                    .filter(line -> line.startsWith("0::/"))
                    .map(line -> Path.of("/sys/fs/cgroup" + line.substring("0::".length())))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Bytes taken back since some time in the past; only differences mean something. */
    public long bytes() {
        long bytes = 0;
        for (Path file : files) {
            try {
                bytes += sum(Files.readAllBytes(file));
            } catch (IOException e) {
                // The group was removed, or never had it.
            }
        }
        return bytes;
    }

    private static long sum(byte[] text) {
        long bytes = 0;
        for (int start = 0; start < text.length; ) {
            int end = start;
            while (end < text.length && text[end] != '\n') {
                end++;
            }
            if (text[start] == 'p' || text[start] == 'd') {
                bytes += counted(new String(text, start, end - start, StandardCharsets.US_ASCII));
            }
            start = end + 1;
        }
        return bytes;
    }

    /** {@code pgsteal_anon} and {@code pgsteal_file} sum the same pages once more. */
    private static long counted(String line) {
        if (line.startsWith("pgsteal") && !line.startsWith("pgsteal_anon") && !line.startsWith("pgsteal_file")) {
            return value(line) * Pages.SIZE;
        }
        return line.startsWith("drop_pagecache ") ? value(line) * DROPPED : 0;
    }

    private static long value(String line) {
        return Long.parseLong(line.substring(line.indexOf(' ') + 1).strip());
    }
}
