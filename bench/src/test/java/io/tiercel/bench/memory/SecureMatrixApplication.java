package io.tiercel.bench.memory;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.SparkHadoopUtil;

/**
 * A {@link MatrixApplication} of somebody who logs in from a keytab.
 *
 * <p>Arguments: principal, keytab, then those of the other.
 */
public final class SecureMatrixApplication {
    private SecureMatrixApplication() {}

    public static void main(String[] args) throws IOException {
        Configuration hadoop = SparkHadoopUtil.get().newConfiguration(new SparkConf());
        UserGroupInformation.setConfiguration(hadoop);
        UserGroupInformation.loginUserFromKeytab(args[0], args[1]);
        MatrixApplication.main(Arrays.copyOfRange(args, 2, args.length));
    }
}
