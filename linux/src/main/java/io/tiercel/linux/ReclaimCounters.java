package io.tiercel.linux;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the bytes of files that the kernel has taken out of memory. Only the difference of two readings means something. Not
 * thread-safe.
 *
 * <p>Ordinary reclaim counts as {@code pgsteal_*}, on the machine and once more in a control group; {@code drop_caches} counts as
 * {@link #DROPPED}. Kernels that page out idle file pages (DAMON) count neither. They show in two ways: fewer file pages than
 * at the last reading, and refaults, which are pages that were read again after they had been taken out.
 */
public final class ReclaimCounters {
    /** Bytes that one drop_caches counts for: more than any threshold. */
    public static final long DROPPED = 1L << 40;

    private final List<Source> sources;

    ReclaimCounters(List<Path> files) {
        this.sources = files.stream().map(Source::new).toList();
    }

    public static ReclaimCounters ofThisProcess() {
        List<Path> files = new ArrayList<>(List.of(Path.of("/proc/vmstat")));
        ControlGroup.own()
                .map(group -> group.resolve("memory.stat"))
                .filter(Files::isReadable)
                .ifPresent(files::add);
        return new ReclaimCounters(files);
    }

    /** Bytes taken back since some time in the past. Files that cannot be read count 0. */
    public long bytes() {
        return sources.stream().mapToLong(Source::bytes).sum();
    }

    /** One file of counters: {@code name value} in each line. */
    private static final class Source {
        private final Path file;
        private long counted;
        private long shrunk;
        private long fileBytes;

        Source(Path file) {
            this.file = file;
        }

        long bytes() {
            byte[] text;
            try {
                text = Files.readAllBytes(file);
            } catch (IOException e) {
                return counted + shrunk; // The group was removed, or never had it.
            }
            long before = fileBytes;
            counted = 0;
            fileBytes = 0;
            int end;
            for (int start = 0; start < text.length; start = end + 1) {
                end = start;
                while (end < text.length && text[end] != '\n') {
                    end++;
                }
                if ("pdwnfs".indexOf(text[start]) >= 0) {
                    add(new String(text, start, end - start, StandardCharsets.US_ASCII));
                }
            }
            shrunk += Math.max(0, before - fileBytes);
            return counted + shrunk;
        }

        private void add(String line) {
            int space = line.indexOf(' ');
            if (space < 0) {
                return;
            }
            String name = line.substring(0, space);
            switch (name) {
                // These two sum the pages of the other pgsteal counters once more.
                case "pgsteal_anon", "pgsteal_file" -> {}
                case "drop_pagecache" -> counted += value(line) * DROPPED;
                case "workingset_refault_file" -> counted += value(line) * Pages.SIZE;
                // Locked pages count here, while locking takes them out of the active and inactive pages.
                case "nr_file_pages" -> fileBytes += value(line) * Pages.SIZE;
                case "nr_shmem" -> fileBytes -= value(line) * Pages.SIZE;
                case "file" -> fileBytes += value(line);
                case "shmem" -> fileBytes -= value(line);
                default -> counted += name.startsWith("pgsteal") ? value(line) * Pages.SIZE : 0;
            }
        }

        private static long value(String line) {
            return Long.parseLong(line.substring(line.indexOf(' ') + 1).strip());
        }
    }
}
