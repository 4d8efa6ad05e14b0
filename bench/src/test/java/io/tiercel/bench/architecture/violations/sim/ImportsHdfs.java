package io.tiercel.bench.architecture.violations.sim;

import io.tiercel.bench.architecture.violations.hdfs.ImportsJson;

public final class ImportsHdfs {
    public Object imports() {
        return new ImportsJson();
    }
}
