package io.tiercel.coordinator.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.coordinator.view.StatusHttpServer.Page;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class StatusHttpServerTest {
    private static final String PLAIN = "text/plain";

    private final HttpClient client = HttpClient.newHttpClient();
    private StatusHttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = StatusHttpServer.start(
                new InetSocketAddress("127.0.0.1", 0),
                List.of(
                        new Page("/good", PLAIN, () -> "good".getBytes(StandardCharsets.UTF_8)),
                        new Page("/failing", PLAIN, () -> {
                            throw new IllegalStateException("no state\nin two lines");
                        }),
                        new Page("/unlinked", PLAIN, () -> {
                            throw new NoClassDefFoundError("a/Library");
                        }),
                        new Page("/unwritten", PLAIN, () -> {
                            throw new IOException("no text");
                        })));
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aPageThatFailsSaysWhyInOneLineAndOthersAnswer() throws Exception {
        for (int request = 0; request < 3; request++) {
            assertAnswer(
                    "/failing", 500, "cannot show /failing: java.lang.IllegalStateException: no state in two lines\n");
            assertAnswer("/unlinked", 500, "cannot show /unlinked: java.lang.NoClassDefFoundError: a/Library\n");
            assertAnswer("/unwritten", 500, "cannot show /unwritten: java.io.IOException: no text\n");
            assertAnswer("/good", 200, "good");
        }
    }

    @Test
    void onlyTheNamedPagesAreThereAndOnlyToRead() throws Exception {
        assertAnswer("/good/other", 404, "");
        assertThat(answer("POST", "/good").statusCode()).isEqualTo(405);
        HttpResponse<String> head = answer("HEAD", "/good");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
    }

    private void assertAnswer(String path, int status, String body) throws Exception {
        HttpResponse<String> answer = answer("GET", path);
        assertThat(answer.statusCode()).as(path).isEqualTo(status);
        assertThat(answer.body()).as(path).isEqualTo(body);
    }

    private HttpResponse<String> answer(String method, String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + server.address().getPort() + path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .timeout(Duration.ofMinutes(1))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
