package io.tiercel.security;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Connections as Hadoop's configuration has them. On a secure Hadoop ({@code hadoop.security.authentication} is kerberos) there is
 * no connection without TLS and a proof of identity. With simple authentication there is neither.
 */
public final class HadoopSecurity {
    private static final String NAME_NODE = "dfs.namenode.kerberos.principal";

    private HadoopSecurity() {}

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
                host -> new DelegationToken(user, conf, System::currentTimeMillis));
    }

    /**
     * For a daemon: its own principal, or no name with simple authentication.
     *
     * @param coordinator the coordinator's principal, if it is not the NameNode's; {@code _HOST} stands for its host
     * @throws IOException in one line that names the keys that are missing
     */
    public static ChannelSecurity ofDaemon(Configuration conf, Optional<String> coordinator) throws IOException {
        if (!UserGroupInformation.isSecurityEnabled()) {
            return ChannelSecurity.nameless();
        }
        String principal = coordinator
                .or(() -> Optional.ofNullable(conf.get(NAME_NODE)))
                .orElseThrow(() -> new IOException(NAME_NODE + ": expected the coordinator's principal, got nothing"));
        UserGroupInformation login = UserGroupInformation.getLoginUser();
        return new ChannelSecurity(
                Optional.of(HadoopTls.clientTrust(conf)), host -> new KerberosTicket(login, principal, host));
    }
}
