package io.tiercel.cachefs.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Pages that planned tasks are going to read: they are not evicted. A file for each owner, a line for each object. Its modification time
 * says when the owner was last heard, so the pins of an application that is gone end by themselves. Thread-safe.
 */
final class PagePins {
    /** How long pins hold that nobody renews. */
    static final Duration LIFE = Duration.ofMinutes(1);

    /** Most part of the budget that pins hold, all owners together and each an equal share: the rest is for other reads. */
    static final double MOST = 0.75;

    private static final Pattern LINE = Pattern.compile("([0-9a-f]{64}) (\\d{1,9}-\\d{1,9}(?:,\\d{1,9}-\\d{1,9})*)");
    private static final Pattern OWNER = Pattern.compile("[A-Za-z0-9_.-]{1,200}");

    private final Path directory;
    private final Path unfinished;
    private final InstantSource time;

    /** @param unfinished a directory on the same disk for files that are being written */
    PagePins(Path directory, Path unfinished, InstantSource time) {
        this.directory = directory;
        this.unfinished = unfinished;
        this.time = time;
    }

    private Path file(String owner) {
        if (!OWNER.matcher(owner).matches()) {
            throw new IllegalArgumentException("expected a name of letters and digits, got '" + owner + "'");
        }
        return directory.resolve("pins-" + owner);
    }

    /**
     * Replaces what an owner has pinned. To be repeated within {@link #LIFE} for as long as the pins are to hold.
     *
     * @param pages by the objects' ids, those first that matter most
     */
    void pin(String owner, Map<String, BitSet> pages) throws IOException {
        Path file = file(owner);
        if (pages.isEmpty()) {
            Files.deleteIfExists(file);
            return;
        }
        StringBuilder text = new StringBuilder();
        pages.forEach((id, set) -> {
            if (!set.isEmpty()) {
                text.append(id).append(' ').append(ranges(set)).append('\n');
            }
        });
        Path fresh = Files.createTempFile(unfinished, "pins", "");
        try {
            Files.writeString(fresh, text);
            Files.setLastModifiedTime(fresh, FileTime.from(time.instant()));
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(fresh);
            throw e;
        }
    }

    private static String ranges(BitSet set) {
        StringBuilder text = new StringBuilder();
        for (int first = set.nextSetBit(0); first >= 0; ) {
            int end = set.nextClearBit(first);
            text.append(text.isEmpty() ? "" : ",").append(first).append('-').append(end - 1);
            first = set.nextSetBit(end);
        }
        return text.toString();
    }

    /** Tells which of these pages stay. Deletes pins that have ended. */
    Predicate<HeldPage> kept(List<HeldPage> pages, long budget) throws IOException {
        Map<String, Map<String, BitSet>> owners = read();
        if (owners.isEmpty()) {
            return page -> false;
        }
        Map<String, Long> held = new HashMap<>();
        pages.forEach(page -> held.put(name(page.id(), page.page()), page.bytes()));
        Set<String> kept = new HashSet<>();
        for (Map<String, BitSet> wanted : owners.values()) {
            long left = (long) (MOST * budget / owners.size());
            for (Map.Entry<String, BitSet> object : wanted.entrySet()) {
                BitSet set = object.getValue();
                for (int page = set.nextSetBit(0); page >= 0; page = set.nextSetBit(page + 1)) {
                    String name = name(object.getKey(), page);
                    left -= held.getOrDefault(name, 0L);
                    if (left >= 0) {
                        kept.add(name);
                    }
                }
            }
        }
        return page -> kept.contains(name(page.id(), page.page()));
    }

    private static String name(String id, int page) {
        return id + "-" + page;
    }

    private Map<String, Map<String, BitSet>> read() throws IOException {
        Map<String, Map<String, BitSet>> owners = new TreeMap<>();
        Instant now = time.instant();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "pins-*")) {
            for (Path file : files) {
                try {
                    Duration age =
                            Duration.between(Files.getLastModifiedTime(file).toInstant(), now);
                    // Also if it is in the future: the clock has been set back.
                    if (age.abs().compareTo(LIFE) > 0) {
                        Files.deleteIfExists(file);
                    } else {
                        owners.put(file.getFileName().toString(), parse(file));
                    }
                } catch (IOException e) {
                    // Its owner has taken it away, or it cannot be read: it pins nothing.
                }
            }
        }
        return owners;
    }

    /** Leaves out lines that are none of ours. */
    private static Map<String, BitSet> parse(Path file) throws IOException {
        Map<String, BitSet> pages = new LinkedHashMap<>();
        for (String line : new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).split("\n")) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                BitSet set = pages.computeIfAbsent(matcher.group(1), id -> new BitSet());
                for (String range : matcher.group(2).split(",")) {
                    String[] ends = range.split("-");
                    int first = Integer.parseInt(ends[0]);
                    set.set(first, Math.max(first, Integer.parseInt(ends[1]) + 1));
                }
            }
        }
        return pages;
    }
}
