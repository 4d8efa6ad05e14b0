package io.tiercel.cachefs.contract;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractVectoredReadTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.apache.hadoop.fs.contract.localfs.LocalFSContract;

/** The suite runs once for each of its parameters, which are texts: a kind of buffer, and here also a mode. */
class MountVectoredContractIT extends AbstractContractVectoredReadTest {
    private final MountMode mode;

    MountVectoredContractIT(String bufferAndMode) {
        super(bufferAndMode.split(" ")[0]);
        this.mode = MountMode.valueOf(bufferAndMode.split(" ")[1]);
    }

    /** Takes the place of the suite's own list. */
    public static List<String> params() {
        return Stream.of("direct", "array")
                .flatMap(buffer -> Arrays.stream(MountMode.values()).map(mode -> buffer + " " + mode))
                .toList();
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
