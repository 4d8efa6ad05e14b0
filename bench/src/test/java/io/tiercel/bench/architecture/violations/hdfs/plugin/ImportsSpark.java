package io.tiercel.bench.architecture.violations.hdfs.plugin;

import io.tiercel.bench.architecture.violations.spark.ImportsTestkit;

public final class ImportsSpark {
    public Object imports() {
        return new ImportsTestkit();
    }
}
