package io.tiercel.demo.sharedstorage;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.testkit.s3.S3Server;
import io.tiercel.testkit.s3.SharedLink;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;

/** A real S3 server behind a link whose bandwidth all readers share. */
final class SharedStorage implements AutoCloseable {
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

    static SharedStorage start(Path directory, long bytesPerSecond) {
        try {
            S3Server server = S3Server.start(directory, BUCKET);
            return new SharedStorage(server, SharedLink.to(server.port(), bytesPerSecond));
        } catch (UncheckedIOException | IllegalStateException e) {
            throw new CommandFailure(ExitCodes.NEGATIVE, e.getMessage());
        }
    }

    /** Puts the files of a directory under the same paths, past the link. */
    void put(FileSystem files, org.apache.hadoop.fs.Path directory, ProgressDisplay progress)
            throws IOException, InterruptedException {
        for (FileStatus file : files.listStatus(directory)) {
            try (InputStream in = files.open(file.getPath())) {
                server.put(BUCKET, file.getPath().toUri().getPath().substring(1), in.readAllBytes());
            }
            progress.step(file.getLen(), "");
        }
    }

    /** Where a path lies here, as in {@code s3a://shared/lines}. */
    static String uri(String path) {
        return "s3a://" + BUCKET + path;
    }

    /** Configuration of an application that reads over the link. */
    Map<String, String> applicationKeys() {
        Map<String, String> keys = new LinkedHashMap<>();
        S3Server.hadoopKeys(link.port()).forEach((key, value) -> keys.put("spark.hadoop." + key, value));
        return keys;
    }

    LinkUse use() {
        return new LinkUse(link.bytes(), link.gets(), link.heads(), link.lists());
    }

    @Override
    public void close() {
        link.close();
        server.close();
    }
}
