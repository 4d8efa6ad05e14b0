package io.tiercel.hdfs.probe;

import io.tiercel.hdfs.FileErrors;
import io.tiercel.model.Tier;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.security.AccessControlException;

/**
 * Asks an HDFS, with the user's own Hadoop client, whether Tiercel can serve it. A program of its own, because {@code tiercel
 * doctor} has no Hadoop on its class path; it prints its findings.
 */
public final class ClusterProbe {
    private static final String TIERS_FIX =
            "name the SSD volumes as [SSD]/path in dfs.datanode.data.dir of the DataNodes, then"
                    + " 'hdfs storagepolicies -setStoragePolicy -path DIR -policy ONE_SSD' and 'hdfs mover -p DIR'";

    /**
     * The findings, as lines of text that the caller reads: {@code ok}, {@code note} or {@code missing}, what was found, and for the
     * latter two what to do; parted by tabs.
     */
    private final List<String> lines = new ArrayList<>();

    private final Configuration conf;

    private ClusterProbe(Configuration conf) {
        this.conf = conf;
    }

    /** @param args a file system or directory; {@code fs.defaultFS} if absent */
    public static void main(String[] args) {
        ClusterProbe probe = new ClusterProbe(patientForSeconds(new Configuration()));
        probe.probe(args.length > 0 ? args[0] : "/");
        probe.lines.forEach(System.out::println);
    }

    /** A person waits for the answer: a name node that does not answer is reported after seconds instead of minutes. */
    private static Configuration patientForSeconds(Configuration conf) {
        conf.setInt("ipc.client.connect.timeout", 5_000);
        conf.setInt("ipc.client.rpc-timeout.ms", 10_000);
        conf.setInt("ipc.client.connect.max.retries", 1);
        conf.setInt("ipc.client.connect.max.retries.on.timeouts", 0);
        conf.setInt("dfs.client.failover.max.attempts", 2);
        return conf;
    }

    private void probe(String where) {
        if (conf.getResource("core-site.xml") == null) {
            note(
                    "no core-site.xml on the class path",
                    "set HADOOP_CONF_DIR to the directory of your cluster's client configuration");
        } else {
            ok("client configuration " + conf.getResource("core-site.xml"));
        }
        Path path = new Path(where);
        URI uri = path.isAbsoluteAndSchemeAuthorityNull() ? FileSystem.getDefaultUri(conf) : path.toUri();
        try {
            FileSystem fileSystem = path.getFileSystem(conf);
            fileSystem.getFileStatus(new Path("/"));
            ok("reached " + uri + " with Hadoop client " + org.apache.hadoop.util.VersionInfo.getVersion());
            probe(fileSystem, path);
        } catch (FileNotFoundException e) {
            missing(FileErrors.message(e), "name a directory with your data, or none");
        } catch (IOException | IllegalArgumentException e) {
            missing(
                    uri + " does not answer: " + FileErrors.message(e),
                    "check the address (tiercel doctor --hdfs hdfs://HOST:PORT) and HADOOP_CONF_DIR");
        }
    }

    private void probe(FileSystem fileSystem, Path path) throws IOException {
        if (!(fileSystem instanceof DistributedFileSystem hdfs)) {
            missing(
                    fileSystem.getUri() + " is no HDFS but "
                            + fileSystem.getClass().getSimpleName() + ", which does not tell tiers",
                    "name your HDFS: tiercel doctor --hdfs hdfs://HOST:PORT, or set fs.defaultFS in core-site.xml");
            return;
        }
        probeDataNodes(hdfs);
        probeBlocks(hdfs, path);
        String policy = hdfs.getStoragePolicy(existing(hdfs, path)).getName();
        ok("storage policy of " + path + ": " + policy);
    }

    private static Path existing(FileSystem fileSystem, Path path) throws IOException {
        if (!fileSystem.exists(path)) {
            throw new FileNotFoundException(path + ": expected a directory or file, there is none");
        }
        return path;
    }

    private void probeDataNodes(DistributedFileSystem hdfs) throws IOException {
        DatanodeInfo[] nodes;
        try {
            nodes = hdfs.getDataNodeStats(DatanodeReportType.LIVE);
        } catch (AccessControlException e) {
            ok("DataNodes not listed: only HDFS' superuser may; nothing of Tiercel needs it");
            return;
        }
        Set<String> versions = Arrays.stream(nodes)
                .map(DatanodeInfo::getSoftwareVersion)
                .collect(Collectors.toCollection(TreeSet::new));
        if (nodes.length == 0) {
            missing("no live DataNode", "start the DataNodes, or wait until they have registered");
        } else if (versions.stream().allMatch(version -> version.matches("3\\.5\\..*"))) {
            ok(nodes.length + " live DataNodes of version " + String.join(", ", versions));
        } else {
            note(
                    nodes.length + " live DataNodes of version " + String.join(", ", versions),
                    "Tiercel is tested on HDFS 3.5; others should do if they report storage types");
        }
    }

    private void probeBlocks(DistributedFileSystem hdfs, Path path) throws IOException {
        StorageSample sample = StorageSample.of(hdfs, existing(hdfs, path));
        if (sample.blocks() == 0) {
            note("no blocks below " + path + " to look at", "name a directory with data: --hdfs hdfs://HOST:PORT/DIR");
            return;
        }
        if (!sample.unknownTypes().isEmpty()) {
            note(
                    "storage types that Tiercel does not know: " + String.join(", ", sample.unknownTypes()),
                    "their replicas are not counted; the others are");
        }
        String found = sample.blocks() + " blocks below " + path + ": " + sample.blocksOnSeveralTiers()
                + " with copies on several tiers; tiers "
                + sample.tiers().stream().map(Tier::name).collect(Collectors.joining(", ")) + " (storage types "
                + String.join(", ", sample.storageTypes()) + ")";
        if (sample.tiers().size() > 1) {
            ok(found);
        } else {
            missing(found, TIERS_FIX);
        }
        probeRacks(sample.racks());
    }

    private void probeRacks(Set<String> racks) {
        if (racks.size() > 1) {
            ok(racks.size() + " racks: " + String.join(", ", racks));
        } else {
            note(
                    "one rack only: " + String.join(", ", racks),
                    "if your cluster has more, set net.topology.script.file.name on the NameNode");
        }
    }

    private void ok(String text) {
        line("ok", text);
    }

    /** Tiercel works, though not as well as it might. */
    private void note(String text, String fix) {
        line("note", text, fix);
    }

    /** Without this Tiercel has nothing to work on. */
    private void missing(String text, String fix) {
        line("missing", text, fix);
    }

    private void line(String... fields) {
        lines.add(Stream.of(fields).map(field -> field.replaceAll("\\s+", " ")).collect(Collectors.joining("\t")));
    }

    /**
     * Storages of the blocks of some files, as any client may see them.
     *
     * @param blocksOnSeveralTiers blocks of which some node holds a faster copy than another
     * @param unknownTypes storage types that are no tier of ours
     */
    private record StorageSample(
            int blocks,
            int blocksOnSeveralTiers,
            Set<String> storageTypes,
            Set<String> unknownTypes,
            Set<Tier> tiers,
            Set<String> racks) {
        /** Enough files to know a directory by, and answered within a second or two. */
        private static final int FILES = 500;

        static StorageSample of(FileSystem fileSystem, Path directory) throws IOException {
            int blocks = 0;
            int onSeveralTiers = 0;
            StorageSample sample =
                    new StorageSample(0, 0, new TreeSet<>(), new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
            RemoteIterator<LocatedFileStatus> files = fileSystem.listFiles(directory, true);
            for (int i = 0; i < FILES && files.hasNext(); i++) {
                for (BlockLocation block : files.next().getBlockLocations()) {
                    blocks++;
                    onSeveralTiers += sample.addTypes(block) > 1 ? 1 : 0;
                }
            }
            return new StorageSample(
                    blocks, onSeveralTiers, sample.storageTypes, sample.unknownTypes, sample.tiers, sample.racks);
        }

        private int addTypes(BlockLocation block) throws IOException {
            Set<Tier> ofBlock = new TreeSet<>();
            for (StorageType type : block.getStorageTypes()) {
                // A storage type that this client does not know arrives as null.
                String name = String.valueOf(type);
                storageTypes.add(name);
                Optional<Tier> tier = Tier.ofStorageType(name);
                tier.ifPresentOrElse(ofBlock::add, () -> unknownTypes.add(name));
            }
            for (String path : block.getTopologyPaths()) {
                racks.add(path.substring(0, Math.max(0, path.lastIndexOf('/'))));
            }
            tiers.addAll(ofBlock);
            return ofBlock.size();
        }
    }
}
