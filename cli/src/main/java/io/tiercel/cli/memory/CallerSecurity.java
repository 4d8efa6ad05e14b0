package io.tiercel.cli.memory;

import io.tiercel.security.ChannelSecurity;
import io.tiercel.security.HadoopSecurity;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;

/** In whose name a command calls the coordinator. */
public final class CallerSecurity {
    private CallerSecurity() {}

    /** As Hadoop's simple authentication finds it. */
    public static String userName(Map<String, String> environment) {
        String named = environment.getOrDefault("HADOOP_USER_NAME", "");
        return named.isBlank() ? System.getProperty("user.name") : named;
    }

    /** @throws IOException in one line that names the keys that are missing */
    public static ChannelSecurity of(Configuration conf, Map<String, String> environment) throws IOException {
        UserGroupInformation.setConfiguration(conf);
        UserGroupInformation user = UserGroupInformation.isSecurityEnabled()
                ? UserGroupInformation.getCurrentUser()
                : UserGroupInformation.createRemoteUser(userName(environment));
        return HadoopSecurity.ofUser(conf, user);
    }
}
