package io.tiercel.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessStateTest {
    private static final String LIMITS =
            "Max locked memory         67108864             67108864             bytes     ";

    @TempDir
    private Path directory;

    @Test
    void readsTheLimit() {
        LockLimit limit = LockLimit.of(List.of(LIMITS), List.of("VmLck:\t      16 kB", "CapEff:\t0000000000000000"));
        assertThat(limit).isEqualTo(new LockLimit(64L << 20, false, 16L << 10));
        assertThat(limit.allows(64L << 20)).isTrue();
        assertThat(limit.allows((64L << 20) + 1)).isFalse();
    }

    @Test
    void theCapabilityLiftsTheLimit() {
        LockLimit limit = LockLimit.of(List.of(LIMITS), List.of("CapEff:\t0000000000004000"));
        assertThat(limit.capable()).isTrue();
        assertThat(limit.allows(Long.MAX_VALUE)).isTrue();
    }

    @Test
    void tellsARefusalFromOtherFailures() {
        LockLimit limit = new LockLimit(100, true, 60);
        assertThat(limit.refuses(41, LibC.ENOMEM)).isTrue();
        assertThat(limit.refuses(40, LibC.ENOMEM)).as("the file shrank").isFalse();
        assertThat(limit.refuses(1, LibC.EPERM)).isTrue();
    }

    @Test
    void namesTheFix() {
        assertThat(LockLimit.remedy(4L << 30)).contains("LimitMEMLOCK=4294967296", "ulimit -l 4194304", "cap_ipc_lock");
    }

    @Test
    void sumsWhatReclaimStole() throws IOException {
        Path vmstat = Files.writeString(
                directory.resolve("vmstat"),
                "nr_free_pages 7\npgsteal_kswapd 3\npgsteal_direct 2\npgsteal_anon 1\npgsteal_file 4\ndrop_pagecache 1\n");
        Path group = Files.writeString(directory.resolve("memory.stat"), "anon 1\npgsteal 10\npgscan 11\n");
        ReclaimCounters counters = new ReclaimCounters(List.of(vmstat, group, directory.resolve("none")));
        assertThat(counters.bytes()).isEqualTo(15L * Pages.SIZE + ReclaimCounters.DROPPED);
    }

    /** Kernels that page out idle file pages (DAMON) count that nowhere. */
    @Test
    void filePagesThatGetFewerCountAsTakenBackThoughNothingWasStolen() throws IOException {
        Path vmstat = directory.resolve("vmstat");
        Path group = directory.resolve("memory.stat");
        ReclaimCounters counters = new ReclaimCounters(List.of(vmstat, group));
        Files.writeString(vmstat, "nr_file_pages 100\nnr_shmem 10\npgsteal_kswapd 0\n");
        Files.writeString(group, "anon 1\nfile 409600\nshmem 0\n");
        long before = counters.bytes();
        assertThat(counters.bytes()).as("nothing has changed").isEqualTo(before);
        Files.writeString(vmstat, "nr_file_pages 70\nnr_shmem 10\npgsteal_kswapd 0\n");
        assertThat(counters.bytes() - before).isEqualTo(30L * Pages.SIZE);
        Files.writeString(vmstat, "nr_file_pages 90\nnr_shmem 10\npgsteal_kswapd 0\n");
        assertThat(counters.bytes() - before).as("reading takes nothing back").isEqualTo(30L * Pages.SIZE);
        Files.writeString(group, "anon 1\nfile 405504\nshmem 0\n");
        assertThat(counters.bytes() - before).isEqualTo(30L * Pages.SIZE + 4_096);
        Files.delete(group);
        assertThat(counters.bytes() - before).as("the group is gone").isEqualTo(30L * Pages.SIZE + 4_096);
    }

    @Test
    void pagesThatAreReadAgainHaveBeenTakenBackBefore() throws IOException {
        Path vmstat = Files.writeString(directory.resolve("vmstat"), "workingset_refault_file 3\n");
        ReclaimCounters counters = new ReclaimCounters(List.of(vmstat));
        long before = counters.bytes();
        Files.writeString(vmstat, "workingset_refault_file 8\n");
        assertThat(counters.bytes() - before).isEqualTo(5L * Pages.SIZE);
    }

    @Test
    void readsThisMachine() {
        assertThat(ReclaimCounters.ofThisProcess().bytes()).isNotNegative();
        assertThat(LockLimit.read().bytes()).isPositive();
    }
}
