package io.tiercel.testkit.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LoopMountTest {
    @Test
    void loopDevicesAreFoundByTheirDirectories() {
        Stream<String> lines = Stream.of(
                "proc /proc proc rw 0 0",
                "/dev/vda /data ext4 rw 0 0",
                "/dev/loop1 /data/my\\040demonstration ext4 rw 0 0",
                "/dev/loop2 /snap/\ufffd ext4 ro 0 0",
                "/dev/loop12 /data/my\\040demo/node-0/ssd ext4 rw,noatime 0 0");
        assertThat(LoopMount.parse(lines, Path.of("/data/my demo")))
                .containsExactly(new LoopMount("loop12", Path.of("/data/my demo/node-0/ssd")));
    }
}
