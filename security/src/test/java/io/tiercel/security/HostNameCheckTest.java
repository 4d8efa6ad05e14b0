package io.tiercel.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A certificate of the right authority is good for the host that it names alone. */
class HostNameCheckTest {
    private static final String PASSWORD = "changeit";

    @TempDir
    private Path directory;

    @Test
    void aCertificateForAnotherHostIsRefused() throws Exception {
        assertThat(stateWith("ip:127.0.0.1", "DEFAULT")).isEqualTo(ConnectivityState.READY);
        assertThat(stateWith("dns:data-node.example", "DEFAULT")).isEqualTo(ConnectivityState.TRANSIENT_FAILURE);
    }

    @Test
    void hadoopsKeyAllowsAnyHost() throws Exception {
        assertThat(stateWith("dns:data-node.example", "ALLOW_ALL")).isEqualTo(ConnectivityState.READY);
    }

    /** Connects to a server on 127.0.0.1 whose certificate is for a name; returns the state of the connection then. */
    private ConnectivityState stateWith(String name, String verifier) throws Exception {
        Path store = directory.resolve(name.replaceAll("[^a-z0-9]", "-") + verifier + ".p12");
        keytool(store, name);
        Server server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .sslContext(GrpcSslContexts.configure(SslContextBuilder.forServer(keys(store)), SslProvider.JDK)
                        .build())
                .build()
                .start();
        Configuration conf = new Configuration(false);
        // Files and factories are known by their names.
        conf.set("hadoop.ssl.client.conf", "none-" + store.getFileName() + ".xml");
        conf.set("ssl.client.truststore.location", store.toString());
        conf.set("ssl.client.truststore.type", "pkcs12");
        conf.set("ssl.client.truststore.password", PASSWORD);
        conf.set("hadoop.ssl.hostname.verifier", verifier);
        ManagedChannel channel = CoordinatorChannel.connect(
                new Endpoint("127.0.0.1", server.getPort()), Optional.of(HadoopTls.clientTrust(conf)));
        try {
            ConnectivityState state = channel.getState(true);
            while (state != ConnectivityState.READY && state != ConnectivityState.TRANSIENT_FAILURE) {
                CountDownLatch changed = new CountDownLatch(1);
                channel.notifyWhenStateChanged(state, changed::countDown);
                assertThat(changed.await(30, TimeUnit.SECONDS)).isTrue();
                state = channel.getState(false);
            }
            return state;
        } finally {
            channel.shutdownNow();
            server.shutdownNow();
        }
    }

    private static KeyManagerFactory keys(Path store) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, PASSWORD.toCharArray());
        return factory;
    }

    /** A key whose certificate is signed by itself, and trusted as such. */
    private void keytool(Path store, String name) throws Exception {
        Path certificate = store.resolveSibling(store.getFileName() + ".pem");
        run(
                "-genkeypair",
                "-keystore",
                store,
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=" + name);
        run("-exportcert", "-keystore", store, "-alias", "server", "-rfc", "-file", certificate);
        run("-importcert", "-noprompt", "-keystore", store, "-alias", "trusted", "-file", certificate);
    }

    private static void run(Object... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD, "-keypass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }
}
