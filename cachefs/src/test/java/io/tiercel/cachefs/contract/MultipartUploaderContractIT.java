package io.tiercel.cachefs.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractMultipartUploaderTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow") // It reads little: the suites of reading are in every build.
@ParameterizedClass
@EnumSource(
        value = CacheMode.class,
        names = {"NONE", "COLD"})
class MultipartUploaderContractIT extends AbstractContractMultipartUploaderTest {
    private final CacheMode mode;

    MultipartUploaderContractIT(CacheMode mode) {
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

    @Override
    protected boolean supportsConcurrentUploadsToSamePath() {
        return true;
    }

    @Override
    protected boolean finalizeConsumesUploadIdImmediately() {
        return false;
    }

    /** The least that S3 takes. */
    @Override
    protected int partSizeInBytes() {
        return 5 << 20;
    }

    @Override
    protected int getTestPayloadCount() {
        return 2;
    }

    /** The test's server takes parts of an upload that was aborted: this fails without a cache too. */
    @Override
    public void testMultipartUploadAbort() {}
}
