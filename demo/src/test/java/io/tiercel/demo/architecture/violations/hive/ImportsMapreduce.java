package io.tiercel.demo.architecture.violations.hive;

import io.tiercel.demo.architecture.violations.mapreduce.ImportsSpark;

public final class ImportsMapreduce {
    public Object imports() {
        return new ImportsSpark();
    }
}
