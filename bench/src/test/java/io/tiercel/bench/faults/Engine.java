package io.tiercel.bench.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.Map;

/** Under what a job is run: stock Spark, or Tiercel with what coordinator. */
enum Engine {
    STOCK("stock"),
    TRIDENT("trident") {
        @Override
        Map<String, String> conf() {
            return MATCHING;
        }
    },
    /** Nobody listens at the coordinator's port. */
    NOBODY("trident, coordinator absent") {
        @Override
        Map<String, String> conf() {
            try (ServerSocket closed = listening()) {
                return withCoordinator(closed);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    },
    /** The coordinator takes connections and never answers. */
    SILENT("trident, coordinator silent") {
        @Override
        Map<String, String> conf() {
            // The kernel accepts for it. Open until this process ends.
            return withCoordinator(BlackHole.SOCKET);
        }
    };

    /** The default policy. */
    static final Map<String, String> PLUGIN = Map.of("spark.plugins", "io.tiercel.spark.TiercelPlugin");

    private static final Map<String, String> MATCHING =
            Map.of("spark.plugins", "io.tiercel.spark.TiercelPlugin", "spark.tiercel.policy", "trident");

    /** Made when it is first needed. */
    private static final class BlackHole {
        static final ServerSocket SOCKET = listening();
    }

    private final String text;

    Engine(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    /** Keys to add to the application's configuration. */
    Map<String, String> conf() {
        return Map.of();
    }

    private static ServerSocket listening() {
        try {
            return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> withCoordinator(ServerSocket socket) {
        Map<String, String> conf = new HashMap<>(MATCHING);
        conf.put("spark.tiercel.coordinator", "127.0.0.1:" + socket.getLocalPort());
        return conf;
    }
}
