package io.tiercel.spark.apps;

import io.tiercel.cachefs.NodeCaches;
import io.tiercel.cachefs.peer.CacheAgent;
import io.tiercel.cachefs.peer.PeerSecret;
import io.tiercel.cachefs.store.Eviction;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.CountDownLatch;

/** What {@code tiercel agent} starts: {@code directory, secret, host, port}. Writes the port to the file of that name. */
public final class ServeCache {
    private ServeCache() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        CacheAgent agent = CacheAgent.start(
                NodeCaches.ofUser(Path.of(args[0])),
                PeerSecret.read(Path.of(args[1])),
                new InetSocketAddress(args[2], 0),
                Eviction.SIEVE);
        Path file = Path.of(args[3]);
        Path whole = Files.writeString(Path.of(args[3] + ".part"), Integer.toString(agent.port()));
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
        new CountDownLatch(1).await();
    }
}
