package io.tiercel.cachefs.bench;

import io.tiercel.cachefs.CacheKeys;
import io.tiercel.cachefs.CacheSettings;
import io.tiercel.cachefs.NodeCache;
import io.tiercel.cachefs.NodeCaches;
import io.tiercel.cachefs.peer.Neighbours;
import io.tiercel.cachefs.peer.PageHolders.Holder;
import io.tiercel.cachefs.peer.PageServer;
import io.tiercel.cachefs.peer.Peer;
import io.tiercel.cachefs.s3a.CachingStreamFactory;
import io.tiercel.config.ConfigException;
import io.tiercel.testkit.s3.S3Server;
import io.tiercel.testkit.s3.SharedLink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * Reads one object of 256 MiB by turns: from a plain local file by {@link RawLocalFileSystem} and by S3A, from a warm cache, with a cold
 * cache, and with S3A's stream alone. All reads are in one process, by Hadoop's API, in sequence, 64 KiB at a time. The server runs on this
 * machine too, so misses are faster than from S3; so misses are also measured over a link of 100 MB/s, and with a neighbour that has the
 * object, on this machine as well. Prints medians and ranges of MB/s, and the medians of the ratios within a round.
 */
public final class ReadThroughput {
    private static final int LENGTH = 256 << 20;
    private static final int ROUNDS = 12;
    private static final int WARM_UP = 4;
    private static final double LINK = 100e6;

    /** In the order of the table. */
    private static final String PLAIN = "1 plain local file";

    private static final String LOCAL = "2 plain local file by S3A";
    private static final String WARM = "3 warm cache";
    private static final String ALONE = "4 S3A alone";
    private static final String COLD = "5 cold cache";
    private static final String ALONE_LINK = "6 S3A alone, link";
    private static final String COLD_LINK = "7 cold cache, link";
    private static final String NEAR = "8 neighbour's cache";
    private static final String NEAR_LINK = "9 neighbour's cache, link";

    private static final byte[] SECRET = new byte[32];
    private static final Map<Path, PageServer> SERVERS = new HashMap<>();

    private ReadThroughput() {}

    private static Configuration conf(int port, Path cache) {
        Configuration conf = new Configuration();
        S3Server.hadoopKeys(port).forEach(conf::set);
        conf.set("fs.s3a.input.stream.type", "custom");
        conf.set("fs.s3a.input.stream.custom.factory", CachingStreamFactory.class.getName());
        conf.set(CacheKeys.DIRECTORY.name(), cache.toString());
        return conf;
    }

    /** @return MB/s */
    private static double read(FileSystem files, org.apache.hadoop.fs.Path path) throws IOException {
        byte[] chunk = new byte[64 << 10];
        long start = System.nanoTime();
        long bytes = 0;
        try (FSDataInputStream in = files.open(path)) {
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                bytes += read;
            }
        }
        if (bytes != LENGTH) {
            throw new IllegalStateException("expected " + LENGTH + " bytes, got " + bytes);
        }
        return bytes / 1e6 / ((System.nanoTime() - start) / 1e9);
    }

    public static void main(String[] args) throws Exception {
        Path directory = Files.createTempDirectory(Path.of(args.length > 0 ? args[0] : "target"), "read-throughput")
                .toAbsolutePath();
        byte[] content = new byte[LENGTH];
        new Random(1).nextBytes(content);
        Path local = Files.write(directory.resolve("plain"), content);
        TreeMap<String, List<Double>> rates = new TreeMap<>();
        try (S3Server server = S3Server.start(directory.resolve("objects"), "bucket");
                SharedLink link = SharedLink.to(server.port(), LINK)) {
            server.put("bucket", "object", content);
            RawLocalFileSystem plain = new RawLocalFileSystem();
            plain.initialize(URI.create("file:///"), new Configuration());
            Path warm = directory.resolve("warm");
            for (int round = 0; round < WARM_UP + ROUNDS; round++) {
                boolean counts = round >= WARM_UP;
                note(counts, rates, PLAIN, read(plain, new org.apache.hadoop.fs.Path(local.toUri())));
                note(counts, rates, LOCAL, read(local(server.port(), local)));
                note(counts, rates, WARM, read(conf(server.port(), warm)));
                note(counts, rates, ALONE, read(stock(server.port())));
                note(counts, rates, COLD, read(conf(server.port(), directory.resolve("cold-" + round))));
                note(counts, rates, NEAR, read(near(server.port(), warm, directory.resolve("near-" + round))));
                if (round % 3 == 0) {
                    note(counts, rates, ALONE_LINK, read(stock(link.port())));
                    note(counts, rates, COLD_LINK, read(conf(link.port(), directory.resolve("link-" + round))));
                    Path fresh = directory.resolve("near-link-" + round);
                    note(counts, rates, NEAR_LINK, read(near(link.port(), warm, fresh)));
                }
            }
        }
        rates.forEach((what, all) -> System.out.printf(
                "%-26s %6.0f MB/s (%.0f to %.0f)%n",
                what.substring(2), median(all), Collections.min(all), Collections.max(all)));
        ratio(rates, WARM, PLAIN);
        ratio(rates, WARM, LOCAL);
        ratio(rates, COLD, ALONE);
        ratio(rates, COLD_LINK, ALONE_LINK);
        ratio(rates, NEAR, COLD);
        ratio(rates, NEAR_LINK, COLD_LINK);
    }

    /** A cold cache whose neighbour has all pages. */
    private static Configuration near(int port, Path warm, Path cold) throws IOException, ConfigException {
        NodeCache full = NodeCaches.of(CacheSettings.read(conf(port, warm))).orElseThrow();
        PageServer server = SERVERS.computeIfAbsent(warm, any -> serve(full));
        BitSet pages = new BitSet();
        pages.set(0, LENGTH >> 20);
        List<Holder> holders = List.of(new Holder(new Peer("127.0.0.1", server.port()), pages));
        Configuration conf = conf(port, cold);
        NodeCaches.of(CacheSettings.read(conf))
                .orElseThrow()
                .setNeighbours(new Neighbours(object -> holders, SECRET, Runnable::run, System::nanoTime));
        return conf;
    }

    private static PageServer serve(NodeCache cache) {
        try {
            return PageServer.start(cache.store(), SECRET, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Configuration local(int port, Path file) {
        Configuration conf = conf(port, Path.of("none"));
        conf.set("fs.s3a.input.stream.custom.factory", LocalFileStreamFactory.class.getName());
        conf.set(LocalFileStreamFactory.FILE, file.toString());
        return conf;
    }

    private static Configuration stock(int port) {
        Configuration conf = conf(port, Path.of("none"));
        conf.set("fs.s3a.input.stream.type", CacheKeys.CLASSIC);
        return conf;
    }

    private static double read(Configuration conf) throws IOException {
        org.apache.hadoop.fs.Path object = new org.apache.hadoop.fs.Path("s3a://bucket/object");
        try (FileSystem files = FileSystem.newInstance(object.toUri(), conf)) {
            return read(files, object);
        }
    }

    private static void ratio(TreeMap<String, List<Double>> rates, String one, String other) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < rates.get(one).size(); round++) {
            ratios.add(rates.get(one).get(round) / rates.get(other).get(round));
        }
        System.out.printf(
                "%s / %s: %.2f (%.2f to %.2f)%n",
                one.substring(2), other.substring(2), median(ratios), Collections.min(ratios), Collections.max(ratios));
    }

    private static void note(boolean counts, TreeMap<String, List<Double>> rates, String what, double rate) {
        if (counts) {
            rates.computeIfAbsent(what, any -> new ArrayList<>()).add(rate);
        }
    }

    private static double median(List<Double> all) {
        return all.stream().sorted().toList().get(all.size() / 2);
    }
}
