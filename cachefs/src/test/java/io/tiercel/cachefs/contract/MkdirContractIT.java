package io.tiercel.cachefs.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractMkdirTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow") // It reads little: the suites of reading are in every build.
@ParameterizedClass
@EnumSource(
        value = CacheMode.class,
        names = {"NONE", "COLD"})
class MkdirContractIT extends AbstractContractMkdirTest {
    private final CacheMode mode;

    MkdirContractIT(CacheMode mode) {
        this.mode = mode;
    }

    @Override
    protected Configuration createConfiguration() {
        return mode.configure(super.createConfiguration(), this);
    }

    @Override
    protected AbstractFSContract createContract(Configuration conf) {
        return new CacheMode.Contract(conf);
    }

    /** The test's server keeps objects as files, and so has no key below another one: this fails without a cache too. */
    @Override
    public void testMkdirOverParentFile() {}
}
