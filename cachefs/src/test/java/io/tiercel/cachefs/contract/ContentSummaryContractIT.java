package io.tiercel.cachefs.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractContentSummaryTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow") // It reads little: the suites of reading are in every build.
@ParameterizedClass
@EnumSource(
        value = CacheMode.class,
        names = {"NONE", "COLD"})
class ContentSummaryContractIT extends AbstractContractContentSummaryTest {
    private final CacheMode mode;

    ContentSummaryContractIT(CacheMode mode) {
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
}
