package io.tiercel.testkit.secure;

import io.tiercel.testkit.NetworkLink;
import io.tiercel.testkit.process.ClusterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A key distribution center in this process, with principals of HDFS' daemons and of people. While it is open, this process speaks Kerberos:
 * the state of Hadoop's logins is one for each process.
 */
public final class KerberosRealm implements AutoCloseable {
    private static final String NAME_NODE = "127.0.0.1";

    /** Of all NameNodes. Its host is none of this machine's, because Hadoop's client connects from the host in its principal. */
    private static final String NAME_NODE_PRINCIPAL = "nn/tiercel";

    private static final String RESOURCE_MANAGER_PRINCIPAL = "rm/tiercel";
    private static final String NODE_MANAGER_PRINCIPAL = "nm/tiercel";

    /** Not the NameNode's principal, for the same reason. */
    private static final String SUPERUSER = "hdfs";

    private final Path directory;
    private final Certificates certificates;
    private final MiniKdc kdc;

    /** Between the processes of clusters and the KDC. */
    private final NetworkLink link;

    private KerberosRealm(Path directory, MiniKdc kdc) {
        this.directory = directory;
        this.kdc = kdc;
        this.link = NetworkLink.open(0, kdc.getPort());
        this.certificates = Certificates.create(directory);
    }

    /**
     * @param directory an empty one, for keytabs, certificates and configuration
     * @param nodes DataNodes, on 127.0.0.2 and the following
     * @param people short names
     */
    public static KerberosRealm start(Path directory, int nodes, String... people) {
        try {
            Properties properties = MiniKdc.createConf();
            properties.setProperty(MiniKdc.KDC_BIND_ADDRESS, NAME_NODE);
            MiniKdc kdc = new MiniKdc(properties, directory.toFile());
            kdc.start();
            KerberosRealm realm = new KerberosRealm(directory, kdc);
            kdc.createPrincipal(
                    realm.keytab("nn").toFile(), NAME_NODE_PRINCIPAL, "HTTP/" + NAME_NODE, "HTTP/localhost");
            kdc.createPrincipal(
                    realm.keytab("dn").toFile(),
                    IntStream.range(0, nodes)
                            .boxed()
                            .flatMap(node -> Stream.of("dn/127.0.0." + (node + 2), "HTTP/127.0.0." + (node + 2)))
                            .toArray(String[]::new));
            kdc.createPrincipal(realm.keytab("yarn").toFile(), RESOURCE_MANAGER_PRINCIPAL, NODE_MANAGER_PRINCIPAL);
            kdc.createPrincipal(realm.keytab(SUPERUSER).toFile(), SUPERUSER);
            for (String person : people) {
                kdc.createPrincipal(realm.keytab(person).toFile(), person);
            }
            String direct = Files.readString(kdc.getKrb5conf().toPath());
            Files.writeString(
                    realm.configuration(),
                    // Else Java asks a KDC that is silent for 90 s.
                    direct.replace("[libdefaults]", "[libdefaults]\n    kdc_timeout = 2000\n    max_retries = 1")
                            .replaceAll("kdc = \\S+", "kdc = " + realm.link.address()));
            realm.writeStores();
            return realm;
        } catch (Exception e) {
            throw new ClusterException("the KDC did not start: " + e.getMessage(), e);
        }
    }

    public String principal(String name) {
        return name + "@" + kdc.getRealm();
    }

    public Path keytab(String name) {
        return directory.resolve(name + ".keytab");
    }

    /** For {@code java.security.krb5.conf}. */
    public Path configuration() {
        return directory.resolve("krb5-stable.conf");
    }

    public Certificates certificates() {
        return certificates;
    }

    /** A directory with {@code ssl-server.xml} and {@code ssl-client.xml}, for a class path. */
    public Path stores() {
        return directory.resolve("stores");
    }

    private void writeStores() throws IOException {
        Files.createDirectories(stores());
        Map<String, String> server = new LinkedHashMap<>();
        server.put("ssl.server.keystore.location", certificates.keyStore().toString());
        server.put("ssl.server.keystore.type", "pkcs12");
        server.put("ssl.server.keystore.password", Certificates.PASSWORD);
        server.put("ssl.server.keystore.keypassword", Certificates.PASSWORD);
        server.put("ssl.server.stores.reload.interval", "500");
        write("ssl-server.xml", server);
        write("ssl-client.xml", client());
    }

    private void write(String name, Map<String, String> keys) throws IOException {
        Configuration file = new Configuration(false);
        keys.forEach(file::set);
        try (var out = Files.newOutputStream(stores().resolve(name))) {
            file.writeXml(out);
        }
    }

    private Map<String, String> client() {
        Map<String, String> client = new LinkedHashMap<>();
        client.put("ssl.client.truststore.location", certificates.trustStore().toString());
        client.put("ssl.client.truststore.type", "pkcs12");
        client.put("ssl.client.truststore.password", Certificates.PASSWORD);
        return client;
    }

    /** Keys that clients and daemons of a Kerberised HDFS share. */
    public Map<String, String> clientKeys() {
        Map<String, String> keys = new LinkedHashMap<>(client());
        keys.put("hadoop.security.authentication", "kerberos");
        keys.put("hadoop.rpc.protection", "privacy");
        keys.put("dfs.data.transfer.protection", "privacy");
        keys.put("dfs.namenode.kerberos.principal", principal(NAME_NODE_PRINCIPAL));
        return keys;
    }

    /** Keys of the daemons of a Kerberised HDFS with block tokens and encrypted transfer. */
    public Map<String, String> daemonKeys() {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("dfs.namenode.keytab.file", keytab("nn").toString());
        keys.put("dfs.datanode.kerberos.principal", principal("dn/_HOST"));
        keys.put("dfs.datanode.keytab.file", keytab("dn").toString());
        // Each HTTP principal in the keytab: NameNodes call each other localhost.
        keys.put("dfs.web.authentication.kerberos.principal", "*");
        keys.put("dfs.web.authentication.kerberos.keytab", keytab("nn").toString());
        keys.put("dfs.block.access.token.enable", "true");
        keys.put("hadoop.user.group.static.mapping.overrides", SUPERUSER + "=supergroup");
        keys.put("dfs.http.policy", "HTTPS_ONLY");
        keys.put("dfs.namenode.https-address", NAME_NODE + ":0");
        return keys;
    }

    /** Keys of the daemons and clients of a Kerberised YARN. */
    public Map<String, String> yarnKeys() {
        Map<String, String> keys = clientKeys();
        keys.put("yarn.resourcemanager.principal", principal(RESOURCE_MANAGER_PRINCIPAL));
        keys.put("yarn.resourcemanager.keytab", keytab("yarn").toString());
        keys.put("yarn.nodemanager.principal", principal(NODE_MANAGER_PRINCIPAL));
        keys.put("yarn.nodemanager.keytab", keytab("yarn").toString());
        keys.put("yarn.resourcemanager.webapp.delegation-token-auth-filter.enabled", "false");
        return keys;
    }

    /** Has this process speak Kerberos, and logs it in as HDFS' superuser. */
    public void enter() {
        Configuration conf = new Configuration();
        clientKeys().forEach(conf::set);
        UserGroupInformation.setConfiguration(conf);
        try {
            UserGroupInformation.loginUserFromKeytab(
                    principal(SUPERUSER), keytab(SUPERUSER).toString());
        } catch (IOException e) {
            throw new ClusterException("no login: " + e.getMessage(), e);
        }
    }

    /** A person's login, beside that of this process. */
    public UserGroupInformation login(String person) throws IOException {
        return UserGroupInformation.loginUserFromKeytabAndReturnUGI(
                principal(person), keytab(person).toString());
    }

    /** While it is not passing, no process of a cluster gets a ticket. This process does. */
    public NetworkLink link() {
        return link;
    }

    /** From now on nobody gets a ticket. Its principals are lost. */
    public void stopKdc() {
        kdc.stop();
    }

    /** This process speaks Kerberos no longer. */
    @Override
    public void close() {
        kdc.stop();
        link.close();
        UserGroupInformation.reset();
        UserGroupInformation.setConfiguration(new Configuration());
        System.clearProperty(MiniKdc.JAVA_SECURITY_KRB5_CONF);
    }
}
