package io.tiercel.hdfs.resolve;

import org.apache.hadoop.security.UserGroupInformation;

/**
 * Who makes a call. HDFS is asked as this user, so that it refuses what it would refuse the user itself.
 *
 * @param user the short name
 * @param credentials tells apart clients of HDFS that must not be shared, such as those with different tokens of one user; may be empty
 * @param hadoop the user as Hadoop sees it, with the token or the real user behind a proxy user
 */
public record Caller(String user, String credentials, UserGroupInformation hadoop) {
    /** A user of whom nothing is known but the name. */
    public static Caller named(String user) {
        return new Caller(user, "", UserGroupInformation.createRemoteUser(user));
    }
}
