package io.tiercel.hdfs.locate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.hdfs.ManualBackground;
import io.tiercel.hdfs.host.FakeResolver;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.BlockId;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Tier;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.StorageType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExtentMapperTest {
    private final HostRegistry hosts =
            new HostRegistry(new FakeResolver(), host -> Optional.empty(), new ManualBackground());
    private final ExtentMapper extents = new ExtentMapper(hosts);

    private List<Replica> replicas(BlockLocation location) throws IOException {
        return extents.of(new BlockLocation[] {location}, Map.of()).get(0).replicas();
    }

    private Replica on(String host, Tier tier) {
        return new Replica(hosts.node(host), tier);
    }

    private static BlockLocation location(String @Nullable [] cached, StorageType @Nullable [] types, boolean corrupt) {
        return new BlockLocation(
                new String[] {"10.0.0.1:1", "10.0.0.2:1"},
                new String[] {"n1", "n2"},
                cached,
                new String[] {"/r1/10.0.0.1:1", "/r2/10.0.0.2:1"},
                null,
                types,
                5,
                7,
                corrupt);
    }

    @Test
    void takesOffsetAndLength() throws IOException {
        FileBlocks.Extent extent = extents.of(new BlockLocation[] {location(null, null, false)}, Map.of())
                .get(0);
        assertThat(extent.offset()).isEqualTo(5);
        assertThat(extent.length()).isEqualTo(7);
    }

    @Test
    void aBlockBearsItsNameIfItHasOne() throws IOException {
        BlockId name = new BlockId("pool", 7, 3);
        BlockLocation[] one = {location(null, null, false)};

        assertThat(extents.of(one, Map.of(5L, name)).get(0).id()).isEqualTo(name);
        assertThat(extents.of(one, Map.of(0L, name)).get(0).id()).isNull();
    }

    /** An executor may have been known by another name before; the coordinator knows data nodes by theirs. */
    @Test
    void aReplicasNodeIsCalledAsBlockLocationsDo() throws IOException {
        int known = hosts.node("10.0.0.1");
        int node = replicas(location(null, null, false)).get(0).node();

        assertThat(hosts.canonical(node)).isEqualTo(hosts.canonical(known));
        assertThat(hosts.dataNodeName(node)).isEqualTo("n1");
    }

    @Test
    void everyStorageTypeHasATier() throws IOException {
        assertThat(replicas(location(null, new StorageType[] {StorageType.NVDIMM, StorageType.ARCHIVE}, false)))
                .containsExactly(on("n1", Tier.MEMORY), on("n2", Tier.HDD));
    }

    @Test
    void anUntoldStorageTypeIsHdd() throws IOException {
        assertThat(replicas(location(null, null, false))).containsExactly(on("n1", Tier.HDD), on("n2", Tier.HDD));
        assertThat(replicas(location(null, new StorageType[] {StorageType.SSD}, false)))
                .containsExactly(on("n1", Tier.SSD), on("n2", Tier.HDD));
    }

    @Test
    void aCachedReplicaIsReadFromMemory() throws IOException {
        StorageType[] types = {StorageType.SSD, StorageType.DISK};
        assertThat(replicas(location(new String[] {"N2"}, types, false)))
                .containsExactly(on("n1", Tier.SSD), new Replica(hosts.node("n2"), Tier.HDD, Residency.FULL));
    }

    @Test
    void aProvidedReplicaIsNowhere() throws IOException {
        StorageType[] types = {StorageType.PROVIDED, StorageType.DISK};
        assertThat(replicas(location(null, types, false))).containsExactly(on("n2", Tier.HDD));
    }

    @Test
    void aCorruptBlockHasNoReplicas() throws IOException {
        assertThat(replicas(location(null, null, true))).isEmpty();
    }

    @Test
    void aMissingBlockHasNoReplicas() throws IOException {
        assertThat(replicas(new BlockLocation(new String[0], new String[0], 0, 7)))
                .isEmpty();
    }

    @Test
    void namesAreLearnt() throws IOException {
        replicas(location(null, null, false));
        assertThat(hosts.node("10.0.0.2")).isEqualTo(hosts.node("n2"));
        assertThat(hosts.rackName(hosts.rack(hosts.node("n2")))).isEqualTo("/r2");
    }
}
