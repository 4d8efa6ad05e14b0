package io.tiercel.cachefs.contract;

import io.tiercel.cachefs.TestServer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractRootDirectoryTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow") // It reads little: the suites of reading are in every build.
@ParameterizedClass
@EnumSource(
        value = CacheMode.class,
        names = {"NONE", "COLD"})
class RootDirectoryContractIT extends AbstractContractRootDirectoryTest {
    private final CacheMode mode;

    RootDirectoryContractIT(CacheMode mode) {
        this.mode = mode;
    }

    @Override
    protected Configuration createConfiguration() {
        Configuration conf = mode.configure(super.createConfiguration(), this);
        conf.set("fs.contract.test.fs.s3a", "s3a://" + TestServer.ROOT + "/");
        return conf;
    }

    @Override
    protected AbstractFSContract createContract(Configuration conf) {
        return new CacheMode.Contract(conf);
    }

    /** S3A answers false; its own suite leaves this out too. */
    @Override
    public void testRmNonEmptyRootDirNonRecursive() {}
}
