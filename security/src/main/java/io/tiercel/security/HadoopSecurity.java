package io.tiercel.security;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Connections as Hadoop's configuration has them. On a secure Hadoop ({@code hadoop.security.authentication} is kerberos) there is
 * no connection without TLS and a proof of identity. With simple authentication there is neither.
 */
public final class HadoopSecurity {
    /** The key that holds the coordinator's address. */
    public static final String ADDRESS = "tiercel.coordinator.address";

    public static final String DEFAULT_ADDRESS = "127.0.0.1:7411";

    private static final String HDFS = "hdfs://";
    private static final String NAME_NODE = "dfs.namenode.kerberos.principal";

    private HadoopSecurity() {}

    /**
     * The coordinators that a key names.
     *
     * @param text {@code HOST:PORT}, several of them separated by commas, or {@code hdfs://NAMESERVICE}: then one runs in each of its
     *     NameNodes, on the port of {@code tiercel.coordinator.address}
     * @throws IllegalArgumentException in one line, if it is none of these, or the nameservice is not configured
     */
    public static List<Endpoint> coordinators(Configuration conf, String text) {
        if (!text.startsWith(HDFS)) {
            return Endpoint.parse(text);
        }
        // Not every daemon has read hdfs-site.xml by now: a ResourceManager does so with its first call of HDFS.
        HdfsConfiguration.init();
        String service = text.substring(HDFS.length()).replaceAll("/+$", "");
        int port = Endpoint.parse(conf.get(ADDRESS, DEFAULT_ADDRESS)).get(0).port();
        List<Endpoint> found = new ArrayList<>();
        for (String nameNode : conf.getTrimmedStringCollection("dfs.ha.namenodes." + service)) {
            String key = "dfs.namenode.rpc-address." + service + "." + nameNode;
            String address = conf.getTrimmed(key);
            if (address == null) {
                throw new IllegalArgumentException("coordinator " + text + ": " + key + " is not set");
            }
            found.add(new Endpoint(Endpoint.parse(address).get(0).host(), port));
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException(
                    "coordinator " + text + ": expected a nameservice, dfs.ha.namenodes." + service + " is not set");
        }
        return found;
    }

    /**
     * For an application or a person: the user's delegation token, or the user's name with simple authentication.
     *
     * @throws IOException in one line that names the keys that are missing
     */
    public static ChannelSecurity ofUser(Configuration conf, UserGroupInformation user) throws IOException {
        if (!UserGroupInformation.isSecurityEnabled()) {
            return ChannelSecurity.named(user.getShortUserName());
        }
        return new ChannelSecurity(
                Optional.of(HadoopTls.clientTrust(conf)),
                // One token for all: after a failover, calls do not wait until HDFS gives another.
                hosts -> Collections.nCopies(hosts.size(), new DelegationToken(user, conf, System::currentTimeMillis)));
    }

    /**
     * For a daemon: its own principal, or no name with simple authentication.
     *
     * @param coordinator the coordinator's principal, if it is not the NameNode's; {@code _HOST} stands for its host
     * @throws MissingKeysException in one line that names the keys that are missing
     * @throws IOException in one line, if a file cannot be read
     */
    public static ChannelSecurity ofDaemon(Configuration conf, Optional<String> coordinator) throws IOException {
        if (!UserGroupInformation.isSecurityEnabled()) {
            return ChannelSecurity.nameless();
        }
        String principal = coordinator
                .or(() -> Optional.ofNullable(conf.get(NAME_NODE)))
                .orElseThrow(() ->
                        new MissingKeysException(NAME_NODE + ": expected the coordinator's principal, got nothing"));
        UserGroupInformation login = UserGroupInformation.getLoginUser();
        return new ChannelSecurity(Optional.of(HadoopTls.clientTrust(conf)), hosts -> hosts.stream()
                .<Identity>map(host -> new KerberosTicket(login, principal, host))
                .toList());
    }
}
