package io.tiercel.cachefs.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractBulkDeleteTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow") // It reads little: the suites of reading are in every build.
@ParameterizedClass
@EnumSource(
        value = CacheMode.class,
        names = {"NONE", "COLD"})
class BulkDeleteContractIT extends AbstractContractBulkDeleteTest {
    private final CacheMode mode;

    BulkDeleteContractIT(CacheMode mode) {
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

    /** S3A takes 250 keys in one request, and does not look for files below a key; its own suite has other tests in their place. */
    @Override
    public void validatePageSize() {}

    @Override
    public void testBulkDeleteParentDirectoryWithDirectories() {}

    @Override
    public void testBulkDeleteParentDirectoryWithFiles() {}
}
