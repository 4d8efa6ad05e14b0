package io.tiercel.cachefs.contract;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractVectoredReadTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.Test;

/** The suite runs once for each of its parameters, which are texts: a kind of buffer, and here also a mode. */
class VectoredContractIT extends AbstractContractVectoredReadTest {
    private final CacheMode mode;

    VectoredContractIT(String bufferAndMode) {
        super(bufferAndMode.split(" ")[0]);
        this.mode = CacheMode.valueOf(bufferAndMode.split(" ")[1]);
    }

    /** Takes the place of the suite's own list. {@link VectoredArrayContractIT} has the rest. */
    public static List<String> params() {
        return Stream.concat(modes("direct"), Stream.of("array " + CacheMode.COLD))
                .toList();
    }

    static Stream<String> modes(String buffer) {
        return Stream.of(CacheMode.values())
                .filter(mode -> mode != CacheMode.NONE)
                .map(mode -> buffer + " " + mode);
    }

    @Override
    protected Configuration createConfiguration() {
        return mode.configure(super.createConfiguration(), this);
    }

    @Override
    protected AbstractFSContract createContract(Configuration conf) {
        return new CacheMode.Contract(conf);
    }

    /** It opens by length, so there is no entity tag and no cache. S3A's stream for tables throws another exception than this suite wants. */
    @Test
    @Override
    public void testNegativeOffsetRange() throws Exception {
        assumeThat(mode).isNotEqualTo(CacheMode.ANALYTICS);
        super.testNegativeOffsetRange();
    }
}
