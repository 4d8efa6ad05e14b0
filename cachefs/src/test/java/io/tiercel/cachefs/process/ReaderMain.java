package io.tiercel.cachefs.process;

import io.tiercel.cachefs.CacheSettings;
import io.tiercel.cachefs.NodeCaches;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.VersionInfo;

/** A process that reads a file as it is told, by the Hadoop on its class path. Answers each line with one line. */
final class ReaderMain {
    private final Path path;
    private final Configuration conf;
    private FileSystem files;
    private FSDataInputStream opened;

    private ReaderMain(Path path, Configuration conf) throws IOException {
        this.path = path;
        this.conf = conf;
        this.files = FileSystem.newInstance(path.toUri(), conf);
        this.opened = files.open(path);
    }

    /** @param args the file, and keys of Hadoop's configuration with their values */
    public static void main(String[] args) throws Exception {
        Configuration conf = new Configuration();
        for (int i = 1; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            conf.set(args[i].substring(0, equals), args[i].substring(equals + 1));
        }
        ReaderMain main = new ReaderMain(new Path(URI.create(args[0])), conf);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String answer;
            try {
                answer = main.answer(line.split(" "));
            } catch (IOException e) {
                answer = e.getClass().getSimpleName();
            } catch (ExecutionException e) {
                answer = e.getCause().getClass().getSimpleName();
            }
            System.out.println(answer);
            System.out.flush();
        }
        System.exit(0);
    }

    private String answer(String[] words) throws Exception {
        switch (words[0]) {
            case "version":
                return VersionInfo.getVersion() + " " + files.getClass().getSimpleName();
            case "instance":
                files.close();
                files = FileSystem.newInstance(path.toUri(), conf);
                return "done";
            case "open":
                opened.close();
                opened = files.open(path);
                return "done";
            case "build":
                opened.close();
                opened = files.openFile(path).build().get();
                return "done";
            case "read":
                return sum(opened.readAllBytes());
            case "position":
                byte[] bytes = new byte[Integer.parseInt(words[2])];
                opened.readFully(Long.parseLong(words[1]), bytes);
                return sum(bytes);
            case "vectored":
                return Vectored.read(opened, Long.parseLong(words[1]), Integer.parseInt(words[2]));
            case "flush":
                NodeCaches.of(CacheSettings.read(conf)).orElseThrow().flush();
                return "done";
            default:
                throw new IllegalArgumentException(words[0]);
        }
    }

    /** Hadoop 3.3.4 does not have its classes. */
    private static final class Vectored {
        static String read(FSDataInputStream in, long from, int length) throws Exception {
            FileRange range = FileRange.createFileRange(from, length);
            in.readVectored(List.of(range), ByteBuffer::allocate);
            byte[] bytes = new byte[length];
            range.getData().get(30, TimeUnit.SECONDS).get(bytes);
            return sum(bytes);
        }
    }

    static String sum(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return bytes.length + ":" + sum.getValue();
    }
}
