package io.tiercel.demo.architecture.violations.hdfs.daemon;

import io.tiercel.demo.architecture.violations.spark.ImportsTestkit;

public final class ImportsSpark {
    public Object imports() {
        return new ImportsTestkit();
    }
}
