package io.tiercel.cli.cache;

import io.tiercel.cachefs.NodeCaches;
import io.tiercel.cachefs.SharedObjects;
import io.tiercel.cachefs.peer.CacheAgent;
import io.tiercel.cachefs.peer.Peer;
import io.tiercel.cachefs.peer.PeerSecret;
import io.tiercel.cachefs.peer.RemoteCache;
import io.tiercel.cachefs.store.PageStore;
import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.PrintingCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deletes cached pages of objects, whatever version they are of. */
@Command(
        name = "uncache",
        description =
                "Deletes what nodes have cached of objects or files. The next read takes them from shared storage.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Objects that changed need no such call: readers ask S3 for the version. It is for files of mounts that were"
                    + " replaced with the same length and time, and to free the disk. Stop their readers before. Nodes"
                    + " without an agent are not reached: run it there with --directory.",
            "Exit code: 0; 1 if a node did not answer."
        })
public final class UncacheCommand extends PrintingCommand {
    private static final Duration LONGEST_CALL = Duration.ofSeconds(30);
    private static final String STANDARD_INPUT = "-";

    /** Either this machine's cache, or those of agents. */
    static final class Where {
        @Option(
                names = "--directory",
                paramLabel = "DIR",
                required = true,
                description = "This machine's cache: the directory that tiercel.cache.directory names, in Spark"
                        + " spark.tiercel.cache.directory.")
        private @Nullable Path directory;

        @ArgGroup(exclusive = false)
        private @Nullable Agents agents;
    }

    /** Agents, and the secret that they know. */
    static final class Agents {
        @Option(
                names = "--agents",
                paramLabel = "HOST:PORT",
                required = true,
                split = ",",
                description = "Caches of nodes where 'tiercel agent' runs, separated by commas.")
        private List<String> named = List.of();

        @Option(
                names = "--secret",
                paramLabel = "FILE",
                required = true,
                description = "The file with the secret that these agents know.")
        private Path secret = Path.of("");
    }

    @ArgGroup(multiplicity = "1")
    private Where where = new Where();

    @Parameters(
            arity = "1..*",
            paramLabel = "OBJECT",
            description = "Such as s3a://bucket/key or /mnt/nfs/file; - reads them from standard input, one a line.")
    private List<String> objects = List.of();

    /** A cache that pages can be dropped from. */
    private interface Cache {
        int drop(String name) throws IOException;
    }

    @Override
    public Integer call() {
        List<String> names = names();
        int pages = 0;
        boolean isWhole = true;
        Map<String, Cache> left = caches();
        // Twice: a reader may have copied a page from a node that comes later to one that came before.
        for (int pass = 0; pass < 2; pass++) {
            for (Map.Entry<String, Cache> cache : List.copyOf(left.entrySet())) {
                try {
                    for (String name : names) {
                        pages += cache.getValue().drop(name);
                    }
                } catch (IOException e) {
                    isWhole = false;
                    left.remove(cache.getKey());
                    err().println("tiercel uncache: " + cache.getKey() + ": " + e.getMessage());
                }
            }
        }
        out().println(pages + " pages deleted");
        if (pages == 0 && isWhole) {
            err().println("tiercel uncache: nothing of this is cached there; name objects, not directories");
        }
        return isWhole ? ExitCodes.OK : ExitCodes.NEGATIVE;
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        for (String object : objects.equals(List.of(STANDARD_INPUT)) ? lines() : objects) {
            List<String> found = SharedObjects.names(object);
            if (found.isEmpty()) {
                throw new CommandFailure(
                        "expected an object such as s3a://bucket/key or an absolute path, got " + object);
            }
            names.addAll(found);
        }
        return names;
    }

    private static List<String> lines() {
        try {
            return new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new CommandFailure("standard input cannot be read: " + e.getMessage());
        }
    }

    private Map<String, Cache> caches() {
        if (where.agents != null) {
            return ofAgents(where.agents);
        }
        Path directory = where.directory;
        if (directory == null || !Files.isDirectory(NodeCaches.ofUser(directory))) {
            throw new CommandFailure("--directory: expected a directory with a cache of this user, got " + directory);
        }
        try {
            PageStore store = CacheAgent.open(NodeCaches.ofUser(directory));
            return new LinkedHashMap<>(Map.of(directory.toString(), store::drop));
        } catch (IOException e) {
            throw new CommandFailure(ExitCodes.NEGATIVE, "--directory: " + e.getMessage());
        }
    }

    private static Map<String, Cache> ofAgents(Agents agents) {
        byte[] secret;
        try {
            secret = PeerSecret.read(agents.secret);
        } catch (IOException e) {
            throw new CommandFailure("--secret: " + e.getMessage());
        }
        Map<String, Cache> caches = new LinkedHashMap<>();
        for (String named : agents.named) {
            Peer peer = Peer.parse(named)
                    .orElseThrow(() -> new CommandFailure("--agents: expected HOST:PORT, got " + named));
            caches.put(named, new RemoteCache(peer, secret, LONGEST_CALL)::drop);
        }
        return caches;
    }
}
