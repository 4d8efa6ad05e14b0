package io.tiercel.cachefs.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractSeekTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.apache.hadoop.fs.contract.localfs.LocalFSContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(MountMode.class)
class MountSeekContractIT extends AbstractContractSeekTest {
    private final MountMode mode;

    MountSeekContractIT(MountMode mode) {
        this.mode = mode;
    }

    @Override
    protected Configuration createConfiguration() {
        return mode.configure(super.createConfiguration());
    }

    @Override
    protected AbstractFSContract createContract(Configuration conf) {
        return new LocalFSContract(conf);
    }
}
