package io.tiercel.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MemoryRoomTest {
    @TempDir
    private Path root;

    private void file(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private MemoryRoom room() {
        return MemoryRoom.read(root.resolve("proc"), root.resolve("groups"));
    }

    @Test
    void isWhatTheMachineHasAvailable() throws IOException {
        file("proc/meminfo", "MemTotal:       1000 kB\nMemAvailable:    600 kB\n");
        assertThat(room()).isEqualTo(new MemoryRoom(600 << 10, "MemAvailable in /proc/meminfo"));
    }

    /** The limit less what is not of files; the parent's limit counts, too. */
    @Test
    void isWhatGroupsOfVersion2Leave() throws IOException {
        file("proc/meminfo", "MemAvailable:    600 kB\n");
        file("proc/self/cgroup", "0::/system.slice/datanode.service\n");
        file("groups/system.slice/datanode.service/memory.max", "max\n");
        file("groups/system.slice/datanode.service/memory.current", "50000\n");
        file("groups/system.slice/memory.max", "100000\n");
        file("groups/system.slice/memory.current", "70000\n");
        file("groups/system.slice/memory.stat", "anon 30000\nfile 40000\nactive_file 15000\ninactive_file 25000\n");
        assertThat(room().bytes()).isEqualTo(100_000 - (70_000 - 40_000));
        assertThat(room().bound()).endsWith("system.slice/memory.max");
    }

    @Test
    void isWhatAGroupOfVersion1Leaves() throws IOException {
        file("proc/meminfo", "MemAvailable:    600 kB\n");
        file("proc/self/cgroup", "7:cpu,cpuacct:/other\n4:memory:/hadoop\n0::/\n");
        file("groups/memory/hadoop/memory.limit_in_bytes", "90000\n");
        file("groups/memory/hadoop/memory.usage_in_bytes", "60000\n");
        file("groups/memory/hadoop/memory.stat", "total_active_file 1000\ntotal_inactive_file 2000\n");
        file("groups/memory/memory.limit_in_bytes", "9223372036854771712\n");
        file("groups/memory/memory.usage_in_bytes", "500000\n");
        assertThat(room().bytes()).isEqualTo(90_000 - 57_000);
    }

    @Test
    void isNothingInAGroupThatIsFull() throws IOException {
        file("proc/self/cgroup", "0::/full\n");
        file("groups/full/memory.max", "100\n");
        file("groups/full/memory.current", "120\n");
        assertThat(room().bytes()).isZero();
    }

    @Test
    void hasNoBoundWhereNothingCanBeRead() throws IOException {
        file("proc/meminfo", "MemAvailable: many\n");
        file("proc/self/cgroup", "nonsense\n0::/../../etc\n");
        assertThat(room().bytes()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void isBoundedOnThisMachine() {
        assertThat(MemoryRoom.read().bytes()).isPositive().isLessThan(Long.MAX_VALUE);
    }
}
