package io.tiercel.security;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.ssl.FileBasedKeyStoresFactory;
import org.apache.hadoop.security.ssl.SSLFactory;

/**
 * Keys and certificates from Hadoop's {@code ssl-server.xml} and {@code ssl-client.xml}. Hadoop's factory reads the files again when they
 * change ({@code ssl.*.stores.reload.interval}), so a new certificate needs no restart. One factory, and one thread of it,
 * serves a process.
 */
public final class HadoopTls {
    private static final Map<String, FileBasedKeyStoresFactory> FACTORIES = new HashMap<>();

    private HadoopTls() {}

    /** @throws IOException in one line that names the keys that are missing */
    public static KeyManager serverKey(Configuration conf) throws IOException {
        return factory(
                        conf,
                        SSLFactory.Mode.SERVER,
                        List.of("ssl.server.keystore.location", "ssl.server.keystore.password"))
                .getKeyManagers()[0];
    }

    /**
     * Whom to trust. The JDK compares the name in a certificate with the host, unless {@code hadoop.ssl.hostname.verifier} is ALLOW_ALL, as with
     * Hadoop's own clients.
     *
     * @throws IOException in one line that names the keys that are missing
     */
    public static TrustManager clientTrust(Configuration conf) throws IOException {
        TrustManager hadoops = factory(conf, SSLFactory.Mode.CLIENT, List.of("ssl.client.truststore.location"))
                .getTrustManagers()[0];
        return "ALLOW_ALL".equalsIgnoreCase(conf.getTrimmed(SSLFactory.SSL_HOSTNAME_VERIFIER_KEY, "DEFAULT"))
                ? new AnyHostTrust((X509TrustManager) hadoops)
                : hadoops;
    }

    private static FileBasedKeyStoresFactory factory(Configuration conf, SSLFactory.Mode mode, List<String> required)
            throws IOException {
        boolean isServer = mode == SSLFactory.Mode.SERVER;
        String fileKey = isServer ? SSLFactory.SSL_SERVER_CONF_KEY : SSLFactory.SSL_CLIENT_CONF_KEY;
        String file = conf.get(fileKey, isServer ? "ssl-server.xml" : "ssl-client.xml");
        Configuration stores = new Configuration(SSLFactory.readSSLConfiguration(conf, mode));
        // Clients of the coordinator show no certificate, whatever Hadoop's own web servers ask for.
        stores.setBoolean(SSLFactory.SSL_REQUIRE_CLIENT_CERT_KEY, false);
        List<String> missing = new ArrayList<>();
        for (String key : required) {
            boolean isThere = key.endsWith("password") ? stores.getPassword(key) != null : stores.get(key) != null;
            if (!isThere) {
                missing.add(key);
            }
        }
        if (!missing.isEmpty()) {
            throw new MissingKeysException("TLS is needed, because hadoop.security.authentication is kerberos, and "
                    + String.join(", ", missing) + " is not set in " + file + " (" + fileKey + ")");
        }
        return factory(stores, mode, stores.get(required.get(0)), file);
    }

    private static synchronized FileBasedKeyStoresFactory factory(
            Configuration stores, SSLFactory.Mode mode, String location, String file) throws IOException {
        FileBasedKeyStoresFactory known = FACTORIES.get(mode + location);
        if (known != null) {
            return known;
        }
        FileBasedKeyStoresFactory factory = new FileBasedKeyStoresFactory();
        factory.setConf(stores);
        try {
            factory.init(mode);
        } catch (GeneralSecurityException | IOException e) {
            factory.destroy();
            throw new IOException("cannot read " + location + ", which " + file + " names: " + e.getMessage(), e);
        }
        FACTORIES.put(mode + location, factory);
        return factory;
    }
}
