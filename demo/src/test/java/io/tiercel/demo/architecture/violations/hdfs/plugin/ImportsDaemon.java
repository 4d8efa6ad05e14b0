package io.tiercel.demo.architecture.violations.hdfs.plugin;

import io.tiercel.demo.architecture.violations.hdfs.daemon.ImportsSpark;

public final class ImportsDaemon {
    public Object imports() {
        return new ImportsSpark();
    }
}
