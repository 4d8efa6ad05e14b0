package io.tiercel.cachefs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class NodeCachesTest {
    private static final long GIB = 1L << 30;

    @Test
    void aBudgetThatTheDiskCanHoldIsTaken() {
        assertThat(NodeCaches.budget(10 * GIB, 100 * GIB, 50 * GIB)).isEqualTo(10 * GIB);
    }

    @Test
    void aBudgetAboveTheDiskIsNineTenthsOfIt() {
        assertThat(NodeCaches.budget(200 * GIB, 100 * GIB, 100 * GIB)).isEqualTo(90 * GIB);
    }

    @Test
    void aBudgetAboveWhatIsLeftIsNineTenthsOfThat() {
        assertThat(NodeCaches.budget(80 * GIB, 100 * GIB, 20 * GIB)).isEqualTo(18 * GIB);
    }

    @Test
    void aDiskThatDoesNotTellItsSizeDoesNotCount() {
        assertThat(NodeCaches.budget(80 * GIB, 0, 0)).isEqualTo(80 * GIB);
    }

    @Test
    void networkDisksAreKnownByTheirTypes() {
        assertThat(new String[] {"nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "ceph", "lustre", "9p"})
                .allMatch(NodeCaches::isNetwork);
        assertThat(new String[] {"ext4", "xfs", "tmpfs", "overlay", "btrfs", "zfs"})
                .noneMatch(NodeCaches::isNetwork);
    }
}
