package io.tiercel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cachefs.NodeCaches;
import io.tiercel.cachefs.SharedObjects;
import io.tiercel.cachefs.peer.CacheAgent;
import io.tiercel.cachefs.store.Eviction;
import io.tiercel.cachefs.store.PageStore;
import io.tiercel.cachefs.store.PagedObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the commands for caches say and do, beside a cache with two objects of three pages each. */
class CacheCommandsTest {
    private static final int PAGE = 1000;

    @TempDir
    private Path directory;

    private final PagedObject object =
            new PagedObject(SharedObjects.version("bucket", "dir/a", "tag", 2 * PAGE + 1), PAGE);
    private final PagedObject file = new PagedObject(SharedObjects.fileVersion("/mnt/nfs/b", 2 * PAGE + 1, 5), PAGE);
    private Path secret;
    private PageStore store;

    @BeforeEach
    void fill() throws IOException {
        secret = Files.writeString(directory.resolve("secret"), "0123456789abcdef\n");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        store = CacheAgent.open(NodeCaches.ofUser(directory));
        for (PagedObject each : List.of(object, file)) {
            for (int page = 0; page < each.pages(); page++) {
                // Far below an agent's budget, which is none.
                store.write(each, page, new byte[each.length(page)]);
            }
        }
    }

    private CacheAgent agent() throws IOException {
        return CacheAgent.start(
                NodeCaches.ofUser(directory),
                "0123456789abcdef".getBytes(StandardCharsets.US_ASCII),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Eviction.SIEVE);
    }

    @Test
    void pagesOfOneObjectGoFromThisMachine() throws IOException {
        CommandRun run = CommandRun.of("uncache", "--directory", directory.toString(), "s3a://bucket/dir/a");
        assertThat(run.outLines()).containsExactly("3 pages deleted");
        assertThat(run.exitCode()).isZero();
        assertThat(store.contents().keySet()).containsExactly(file.id());
        assertThat(CommandRun.of("uncache", "--directory", directory.toString(), "s3a://bucket/dir/a", "/mnt/nfs/b")
                        .outLines())
                .containsExactly("3 pages deleted");
        assertThat(store.contents()).isEmpty();
    }

    @Test
    void pagesGoFromEveryAgentThatAnswers() throws IOException {
        int nobody;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = free.getLocalPort();
        }
        try (CacheAgent agent = agent()) {
            String agents = "127.0.0.1:" + nobody + ",127.0.0.1:" + agent.port();
            CommandRun run = CommandRun.of(
                    "uncache", "--agents", agents, "--secret", secret.toString(), "file:/mnt/nfs/b", "s3://bucket/no");
            assertThat(run.outLines()).containsExactly("3 pages deleted");
            assertThat(run.errLines()).containsExactly("tiercel uncache: 127.0.0.1:" + nobody + ": Connection refused");
            assertThat(run.exitCode()).isEqualTo(1);
        }
        assertThat(store.contents().keySet()).containsExactly(object.id());
    }

    @Test
    void withAnotherSecretNothingGoes() throws IOException {
        Files.writeString(secret, "another secret of another cluster");
        try (CacheAgent agent = agent()) {
            CommandRun run = CommandRun.of(
                    "uncache", "--agents", "127.0.0.1:" + agent.port(), "--secret", secret.toString(), "/mnt/nfs/b");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.errLines()).hasSize(1);
        }
        assertThat(store.contents()).hasSize(2);
    }

    @Test
    void misuseIsOneLine() throws IOException {
        assertThat(error("uncache", "s3a://bucket/a")).contains("--directory");
        assertThat(error("uncache", "--directory", directory.toString(), "bucket/a"))
                .isEqualTo("tiercel uncache: expected an object such as s3a://bucket/key or an absolute path, got"
                        + " bucket/a");
        assertThat(error("uncache", "--directory", "/no/such", "/a"))
                .isEqualTo(
                        "tiercel uncache: --directory: expected a directory with a cache of this user, got /no/such");
        assertThat(error("uncache", "--agents", "node1", "--secret", secret.toString(), "/a"))
                .isEqualTo("tiercel uncache: --agents: expected HOST:PORT, got node1");
        assertThat(error("agent", "--directory", "/no/such", "--secret", secret.toString()))
                .isEqualTo("tiercel agent: --directory: expected a directory, there is none: /no/such");
        assertThat(error("agent", "--directory", directory.toString(), "--secret", "/no/such"))
                .isEqualTo("tiercel agent: --secret: /no/such: expected a file with a secret, there is none");
        assertThat(error(
                        "agent", "--directory", directory.toString(), "--secret", secret.toString(), "--port", "70000"))
                .isEqualTo("tiercel agent: --port: expected a number from 0 to 65535, got 70000");
        Files.writeString(secret, "short");
        assertThat(error("agent", "--directory", directory.toString(), "--secret", secret.toString()))
                .endsWith("expected a secret of at least 16 bytes, got 5");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(error("agent", "--directory", directory.toString(), "--secret", secret.toString()))
                .endsWith("expected a secret that only its owner may read (chmod 600)");
    }

    @Test
    void aPortThatIsTakenIsOneLine() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CommandRun run = CommandRun.of(
                    "agent",
                    "--directory",
                    directory.toString(),
                    "--secret",
                    secret.toString(),
                    "--address",
                    "127.0.0.1",
                    "--port",
                    Integer.toString(taken.getLocalPort()));
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).contains("cannot listen on 127.0.0.1:" + taken.getLocalPort());
            assertThat(run.errLines()).hasSize(1);
        }
    }

    private static String error(String... arguments) {
        CommandRun run = CommandRun.of(arguments);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines()).hasSize(1);
        return run.errLines().get(0);
    }
}
