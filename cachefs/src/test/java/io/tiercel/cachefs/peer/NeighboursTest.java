package io.tiercel.cachefs.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.cachefs.peer.PageHolders.Holder;
import io.tiercel.cachefs.store.Eviction;
import io.tiercel.cachefs.store.ObjectVersion;
import io.tiercel.cachefs.store.PageStore;
import io.tiercel.cachefs.store.PagedObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages between two nodes: a real server and real connections. The test says who has pages, and its clock stands still. */
final class NeighboursTest {
    private static final int PAGE = 4096;
    private static final PagedObject OBJECT =
            new PagedObject(new ObjectVersion("bucket", "key", "tag", 9 * PAGE + 5), PAGE);
    private static final byte[] SECRET = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private static final InetSocketAddress ANYWHERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @TempDir
    private Path directory;

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private final List<AutoCloseable> open = new ArrayList<>();
    private List<Holder> holders = List.of();
    private PageStore store;

    @BeforeEach
    void fill() throws IOException {
        store = PageStore.open(directory.resolve("cache"), 1 << 20, Eviction.SIEVE, InstantSource.system());
        for (int page = 0; page < OBJECT.pages(); page++) {
            store.write(OBJECT, page, content(page));
        }
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private static byte[] content(int page) {
        byte[] bytes = new byte[OBJECT.length(page)];
        new Random(page).nextBytes(bytes);
        return bytes;
    }

    private PageServer server(byte[] secret) throws IOException {
        PageServer server = PageServer.start(store, secret, ANYWHERE);
        open.add(server);
        return server;
    }

    private static Holder holder(int port) {
        BitSet pages = new BitSet();
        pages.set(0, OBJECT.pages());
        return new Holder(new Peer("127.0.0.1", port), pages);
    }

    private Neighbours neighbours(int... ports) {
        holders = Arrays.stream(ports).mapToObj(NeighboursTest::holder).toList();
        return new Neighbours(
                object -> {
                    asked.incrementAndGet();
                    return holders;
                },
                SECRET,
                Runnable::run,
                nanos::get);
    }

    private static TreeMap<Integer, byte[]> read(Neighbours neighbours, int first, int end) {
        TreeMap<Integer, byte[]> pages = new TreeMap<>();
        neighbours.find(OBJECT, first, end).ifPresent(run -> run.read(pages::put));
        return pages;
    }

    @Test
    void pagesComeInARowAndAsTheyWere() throws Exception {
        TreeMap<Integer, byte[]> pages = read(neighbours(server(SECRET).port()), 0, OBJECT.pages());
        assertThat(pages.keySet()).hasSize(10);
        pages.forEach((page, bytes) -> assertThat(bytes).isEqualTo(content(page)));
        assertThat(asked).hasValue(1);
    }

    @Test
    void onlyPagesThatTheNeighbourOughtToHaveAreAskedFor() throws Exception {
        Neighbours neighbours = neighbours(server(SECRET).port());
        holders.get(0).pages().clear(2);
        assertThat(read(neighbours, 0, 5)).containsOnlyKeys(0, 1);
        assertThat(read(neighbours, 2, 5)).isEmpty();
    }

    @Test
    void aPageThatHasGoneIsNoFailure() throws Exception {
        Neighbours neighbours = neighbours(server(SECRET).port());
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith("-1")).toList()) {
                Files.delete(file);
            }
        }
        assertThat(read(neighbours, 0, 5)).containsOnlyKeys(0);
        assertThat(read(neighbours, 2, 5)).containsOnlyKeys(2, 3, 4);
    }

    @Test
    void withoutTheSecretNothingIsServed() throws Exception {
        PageServer server = server("another application's secret ....".getBytes(StandardCharsets.US_ASCII));
        assertThat(read(neighbours(server.port()), 0, 5)).isEmpty();
        assertThat(server.servedBytes()).isZero();
    }

    @Test
    void aDamagedPageIsNotTaken() throws Exception {
        try (Stream<Path> files = Files.walk(directory)) {
            Path page = files.filter(file -> file.toString().endsWith("-3"))
                    .findFirst()
                    .orElseThrow();
            byte[] bytes = Files.readAllBytes(page);
            bytes[700] ^= 1;
            Files.write(page, bytes);
        }
        Neighbours neighbours = neighbours(server(SECRET).port());
        assertThat(read(neighbours, 2, 6)).containsOnlyKeys(2);
        assertThat(store.has(OBJECT, 3)).as("it is deleted").isFalse();
        assertThat(read(neighbours, 4, 6)).as("the peer has not failed").containsOnlyKeys(4, 5);
    }

    @Test
    void anotherPageInItsPlaceIsNotTaken() throws Exception {
        try (Stream<Path> files = Files.walk(directory)) {
            Path page = files.filter(file -> file.toString().endsWith("-3"))
                    .findFirst()
                    .orElseThrow();
            Files.copy(
                    page,
                    page.resolveSibling(page.getFileName().toString().replace("-3", "-4")),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        assertThat(read(neighbours(server(SECRET).port()), 4, 6)).isEmpty();
    }

    /** A server that is none of ours. */
    private interface Stranger {
        void serve(InputStream in, OutputStream out) throws Exception;
    }

    private int stranger(Stranger stranger) throws IOException {
        ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        open.add(listener);
        Thread thread = new Thread(() -> {
            while (!listener.isClosed()) {
                try (Socket socket = listener.accept()) {
                    stranger.serve(socket.getInputStream(), socket.getOutputStream());
                } catch (Exception e) {
                    // The client has hung up, or the test is over.
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
        return listener.getLocalPort();
    }

    /** It knows the protocol, has the page, and only lacks the secret: such as another user's process on a port that has become free. */
    @Test
    void whoDoesNotKnowTheSecretCannotGivePages() throws Exception {
        PageProtocol others = new PageProtocol(new byte[16]);
        byte[] page = new byte[OBJECT.length(0)];
        int port = stranger((in, out) -> answer(others, in, out, file(page), page.length));
        assertThat(read(neighbours(port), 0, 1)).isEmpty();
    }

    /** It knows the secret, and sends more than the page has. */
    @Test
    void noMoreThanThePageIsReadOfAnOversizedAnswer() throws Exception {
        PageProtocol ours = new PageProtocol(SECRET);
        int port = stranger((in, out) -> answer(ours, in, out, file(content(0)), 64 << 20));
        assertThat(read(neighbours(port), 0, 1)).containsOnlyKeys(0);
        int lying = stranger((in, out) -> answer(ours, in, out, file(new byte[PAGE]), 64 << 20));
        assertThat(read(neighbours(lying), 0, 1)).isEmpty();
    }

    /** The page's file, but with other bytes in the page. */
    private byte[] file(byte[] bytes) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            byte[] file =
                    Files.readAllBytes(files.filter(each -> each.toString().endsWith("-0"))
                            .findFirst()
                            .orElseThrow());
            System.arraycopy(bytes, 0, file, file.length - bytes.length, bytes.length);
            return file;
        }
    }

    private static void answer(PageProtocol protocol, InputStream in, OutputStream out, byte[] file, int length)
            throws IOException {
        out.write(new byte[PageProtocol.NONCE_BYTES]);
        byte[] request = in.readNBytes(PageProtocol.REQUEST_BYTES);
        byte[] asked = Arrays.copyOf(request, PageProtocol.ASKED_BYTES);
        byte[] header = Arrays.copyOf(file, 64);
        out.write(PageProtocol.PRESENT);
        out.write(protocol.proofOfAnswer(asked, PageProtocol.PRESENT, header));
        out.write(Arrays.copyOf(file, Math.max(file.length, length)));
    }

    @Test
    void aPeerThatFailsIsLeftAloneForAWhile() throws Exception {
        AtomicInteger connections = new AtomicInteger();
        int port = stranger((in, out) -> connections.incrementAndGet());
        Neighbours neighbours = neighbours(port);
        assertThat(read(neighbours, 0, 1)).isEmpty();
        assertThat(read(neighbours, 0, 1)).isEmpty();
        assertThat(connections).hasValue(1);
        nanos.addAndGet(PeerFailures.FIRST_REST + 1);
        assertThat(read(neighbours, 0, 1)).isEmpty();
        assertThat(connections).hasValue(2);
    }

    @Test
    void whoFailsInTheMiddleHasGivenWhatCameBefore() throws Exception {
        PageProtocol ours = new PageProtocol(SECRET);
        int port = stranger((in, out) -> answer(ours, in, out, file(content(0)), 0));
        assertThat(read(neighbours(port), 0, 5)).containsOnlyKeys(0);
    }

    @Test
    void nobodyListens() throws Exception {
        PageServer server = server(SECRET);
        Neighbours neighbours = neighbours(server.port());
        assertThat(read(neighbours, 0, 1)).containsOnlyKeys(0);
        server.close();
        assertThat(read(neighbours, 0, 1)).isEmpty();
        assertThat(neighbours.find(OBJECT, 0, 1)).isEmpty();
    }

    /** The source gives a page in no time, so a peer has a tenth of a second. */
    @Test
    void whoIsSilentIsGivenUp() throws Exception {
        int port = stranger((in, out) -> {
            out.write(new byte[PageProtocol.NONCE_BYTES]);
            in.readAllBytes();
        });
        Neighbours neighbours = neighbours(port);
        neighbours.sourceGave(PAGE, 1);
        long begun = System.nanoTime();
        assertThat(read(neighbours, 0, 1)).isEmpty();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofMillis(90));
    }

    @Test
    void anotherPeerIsAskedMeanwhile() throws Exception {
        int dead = stranger((in, out) -> {});
        Neighbours neighbours = neighbours(dead, server(SECRET).port());
        assertThat(read(neighbours, 0, 1)).isEmpty();
        assertThat(read(neighbours, 0, 1)).containsOnlyKeys(0);
        assertThat(read(neighbours, 1, 2)).containsOnlyKeys(1);
    }

    @Test
    void theSourceIsReadWhereItIsFaster() throws Exception {
        Neighbours neighbours = neighbours(server(SECRET).port());
        // The test's clock stands still, so neighbours are as fast as can be.
        assertThat(read(neighbours, 0, 1)).containsOnlyKeys(0);
        neighbours.sourceGave(PAGE, 1_000);
        assertThat(neighbours.find(OBJECT, 0, 1)).isPresent();
        neighbours.sourceGave(100L << 30, 1);
        assertThat(neighbours.find(OBJECT, 0, 1)).isEmpty();
    }

    @Test
    void aServerEndsItsConnectionsAndRefusesRequestsThatAreNone() throws Exception {
        PageServer server = server(SECRET);
        PageProtocol ours = new PageProtocol(SECRET);
        byte[] id = HexFormat.of().parseHex(OBJECT.id());
        for (int page : new int[] {-1, Integer.MIN_VALUE, OBJECT.pages(), Integer.MAX_VALUE}) {
            assertThat(ask(server, ours, id, page, PAGE)).as("page %s", page).isEqualTo(PageProtocol.ABSENT);
        }
        for (int length : new int[] {-1, -64, 0, PAGE - 1, PAGE + 1, Integer.MAX_VALUE}) {
            assertThat(ask(server, ours, id, 0, length)).as("length %s", length).isEqualTo(PageProtocol.ABSENT);
        }
        byte[] path = Arrays.copyOf("../../../../etc/passwd".getBytes(StandardCharsets.US_ASCII), 32);
        assertThat(ask(server, ours, path, 0, PAGE)).isEqualTo(PageProtocol.ABSENT);
        assertThat(ask(server, ours, id, 0, PAGE)).isEqualTo(PageProtocol.PRESENT);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream()
                    .write("GET /../../etc/passwd HTTP/1.1\r\n\r\n".repeat(10).getBytes(StandardCharsets.US_ASCII));
            assertThat(answer(socket)).isEqualTo(PageProtocol.NONCE_BYTES);
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getInputStream().readNBytes(PageProtocol.NONCE_BYTES);
            server.close();
            assertThat(answer(socket)).isZero();
        }
    }

    /** @return how many bytes come before the connection ends */
    private static int answer(Socket socket) {
        int bytes = 0;
        try {
            while (socket.getInputStream().read() >= 0) {
                bytes++;
            }
        } catch (IOException e) {
            // It was reset.
        }
        return bytes;
    }

    private static byte ask(PageServer server, PageProtocol protocol, byte[] id, int page, int length)
            throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            byte[] nonce = socket.getInputStream().readNBytes(PageProtocol.NONCE_BYTES);
            byte[] asked = PageProtocol.asked(PageProtocol.nonce(), id, page, length);
            socket.getOutputStream().write(asked);
            socket.getOutputStream().write(protocol.proofOfRequest(nonce, asked));
            return (byte) socket.getInputStream().read();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private RemoteCache remote(int port, byte[] secret) {
        return new RemoteCache(new Peer("127.0.0.1", port), secret, Duration.ofSeconds(30));
    }

    @Test
    void aCacheTellsWhatItHoldsAndDropsWhatItIsTold() throws Exception {
        PagedObject other = new PagedObject(new ObjectVersion("bucket", "other", "tag", 200L * PAGE), PAGE);
        store.write(other, 0, new byte[PAGE]);
        store.write(other, 199, new byte[PAGE]);
        RemoteCache cache = remote(server(SECRET).port(), SECRET);
        assertThat(cache.contents()).isEqualTo(store.contents()).containsOnlyKeys(OBJECT.id(), other.id());
        assertThat(cache.drop(PagedObject.name("bucket", "other"))).isEqualTo(2);
        assertThat(cache.drop(PagedObject.name("bucket", "other"))).isZero();
        assertThat(cache.contents()).containsOnlyKeys(OBJECT.id());
    }

    @Test
    void whoDoesNotKnowTheSecretCanNeitherListNorDrop() throws Exception {
        int port = server(SECRET).port();
        RemoteCache stranger = remote(port, new byte[16]);
        assertThatThrownBy(stranger::contents).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> stranger.drop(PagedObject.name("bucket", "key")))
                .isInstanceOf(IOException.class);
        assertThat(store.contents()).hasSize(1);
    }

    /** It knows the secret, and its list is none. */
    @Test
    void aListThatIsNoneIsRefused() throws Exception {
        PageProtocol ours = new PageProtocol(SECRET);
        for (byte[] body : List.of(new byte[7], new byte[36 + 5], listOfMany(), listOfMany(-1))) {
            int port = stranger((in, out) -> {
                byte[] header = PageProtocol.header(body);
                answer(ours, in, out, concat(header, body), 0);
            });
            assertThatThrownBy(remote(port, SECRET)::contents)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("ends in the middle");
        }
        int changed = stranger((in, out) ->
                answer(ours, in, out, concat(PageProtocol.header(new byte[4]), new byte[] {1, 0, 0, 0}), 0));
        assertThatThrownBy(remote(changed, SECRET)::contents).hasMessageContaining("has sent a damaged answer");
        byte[] huge = PageProtocol.header(new byte[0]);
        huge[32] = 1;
        int endless = stranger((in, out) -> answer(ours, in, out, huge, 0));
        assertThatThrownBy(remote(endless, SECRET)::contents).hasMessageContaining("would send");
    }

    private static byte[] listOfMany(int... words) {
        return ByteBuffer.allocate(36)
                .putInt(32, words.length == 0 ? Integer.MAX_VALUE : words[0])
                .array();
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    /** It knows the secret, and its page is damaged on the way. */
    @Test
    void aPageThatIsDamagedOnTheWayIsNotTaken() throws Exception {
        byte[] page = file(content(0));
        page[700] ^= 1;
        PageProtocol ours = new PageProtocol(SECRET);
        int port = stranger((in, out) -> answer(ours, in, out, page, 0));
        assertThat(read(neighbours(port), 0, 1)).isEmpty();
    }

    @Test
    void peersAreHostsAndPorts() {
        assertThat(Peer.parse(" node1.example.org:7337 ")).contains(new Peer("node1.example.org", 7337));
        assertThat(Peer.parse("[::1]:1")).contains(new Peer("[::1]", 1));
        for (String text : List.of("", "node1", "node1:", ":7", "node1:0", "node1:65536", "::1:7", "a b:7", "a:7:8")) {
            assertThat(Peer.parse(text)).as(text).isEmpty();
        }
    }

    /** Someone who says nothing holds the only connection; the next one is closed at once, and is served when the first has been given up. */
    @Test
    void connectionsAreBounded() throws Exception {
        PageServer server = PageServer.start(
                store, SECRET, ANYWHERE, new PageServer.Limits(1, Duration.ofMinutes(1), Duration.ofMinutes(1)));
        open.add(server);
        Neighbours neighbours = neighbours(server.port());
        try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            assertThat(silent.getInputStream().readNBytes(PageProtocol.NONCE_BYTES))
                    .hasSize(16);
            assertThat(read(neighbours, 0, 1)).isEmpty();
        }
        long begun = System.nanoTime();
        TreeMap<Integer, byte[]> pages = new TreeMap<>();
        while (pages.isEmpty() && System.nanoTime() - begun < 30_000_000_000L) {
            nanos.addAndGet(PeerFailures.LONGEST_REST + 1);
            pages = read(neighbours, 0, 1);
        }
        assertThat(pages).containsOnlyKeys(0);
    }

    @Test
    void whoSaysNothingIsHungUpOn() throws Exception {
        for (PageServer.Limits limits : List.of(
                new PageServer.Limits(1, Duration.ofMillis(1), Duration.ofMinutes(1)),
                new PageServer.Limits(1, Duration.ofMinutes(1), Duration.ofMillis(1)))) {
            PageServer server = PageServer.start(store, SECRET, ANYWHERE, limits);
            open.add(server);
            try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                assertThat(answer(silent)).isLessThanOrEqualTo(PageProtocol.NONCE_BYTES);
            }
        }
    }
}
