package io.tiercel.demo.sharedstorage;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.demo.cluster.SceneData;
import io.tiercel.demo.data.TpchDataset;
import io.tiercel.testkit.s3.S3Server;
import io.tiercel.testkit.s3.SharedLink;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A real S3 server behind a link whose bandwidth all readers share. */
public final class SharedStorage implements AutoCloseable {
    private static final String BUCKET = "shared";

    private final S3Server server;
    private final SharedLink link;

    private SharedStorage(S3Server server, SharedLink link) {
        this.server = server;
        this.link = link;
    }

    /** What passed the link: bytes of answers with their headers, and requests by kind. */
    record LinkUse(long bytes, long gets, long heads, long lists) {
        LinkUse since(LinkUse before) {
            return new LinkUse(bytes - before.bytes, gets - before.gets, heads - before.heads, lists - before.lists);
        }

        long requests() {
            return gets + heads + lists;
        }
    }

    public static SharedStorage start(java.nio.file.Path directory, LinkSettings link) {
        try {
            S3Server server = S3Server.start(directory, BUCKET);
            return new SharedStorage(server, SharedLink.to(server.port(), link.bytesPerSecond(), link.latency()));
        } catch (UncheckedIOException | IllegalStateException e) {
            throw new CommandFailure(ExitCodes.NEGATIVE, e.getMessage());
        }
    }

    /**
     * Puts the files of directories under the same paths, past the link.
     *
     * @return bytes of each directory
     */
    public List<Long> put(FileSystem files, List<Path> directories, PrintStream out)
            throws IOException, InterruptedException {
        List<Long> lengths = new ArrayList<>();
        for (Path directory : directories) {
            lengths.add(files.getContentSummary(directory).getLength());
        }
        long all = lengths.stream().mapToLong(Long::longValue).sum();
        try (ProgressDisplay progress =
                ProgressDisplay.of(out, "Putting the same on S3", ProgressDisplay.Unit.MEBIBYTES, all)) {
            for (Path directory : directories) {
                put(files, directory, progress);
            }
        }
        return lengths;
    }

    /** The lines below a root. */
    static Path lines(String root) {
        return new Path(TpchDataset.directory(root, "text", "lineitem"));
    }

    private void put(FileSystem files, Path directory, ProgressDisplay progress)
            throws IOException, InterruptedException {
        for (FileStatus file : files.listStatus(directory)) {
            try (InputStream in = files.open(file.getPath())) {
                put(file.getPath().toUri().getPath().substring(1), in.readAllBytes());
            }
            progress.step(file.getLen(), "");
        }
    }

    /** Puts an object, past the link. */
    void put(String key, byte[] content) throws IOException, InterruptedException {
        server.put(BUCKET, key, content);
    }

    /** Where an object is read over the link, by anybody. */
    URI overLink(String key) {
        return URI.create("http://127.0.0.1:" + link.port() + "/" + BUCKET + "/" + key);
    }

    /** The same data below another root. */
    static SceneData below(String root, SceneData data) {
        return new SceneData(root + path(data.root()), root + path(data.warmUp()), data.scale());
    }

    private static String path(String uri) {
        return new Path(uri).toUri().getPath();
    }

    /** Where a path lies here, as in {@code s3a://shared/lines}. */
    public static String uri(String path) {
        return "s3a://" + BUCKET + path;
    }

    /** Configuration of an application that reads over the link. */
    public Map<String, String> applicationKeys() {
        Map<String, String> keys = new LinkedHashMap<>();
        S3Server.hadoopKeys(link.port()).forEach((key, value) -> keys.put("spark.hadoop." + key, value));
        return keys;
    }

    /** Bytes of answers, with their headers, that have passed the link. */
    public long bytes() {
        return link.bytes();
    }

    LinkUse use() {
        return new LinkUse(link.bytes(), link.gets(), link.heads(), link.lists());
    }

    /** The most that passed the link in a second, since the last call. */
    SharedLink.Peaks takePeaks() {
        return link.takePeaks();
    }

    @Override
    public void close() {
        link.close();
        server.close();
    }
}
