package io.tiercel.bench.architecture.violations.hdfs;

import io.tiercel.bench.architecture.violations.json.ImportsHdfs;

public final class ImportsJson {
    public Object imports() {
        return new ImportsHdfs();
    }
}
