package io.tiercel.demo.architecture.violations.containers;

import io.tiercel.demo.architecture.violations.mapreduce.ImportsSpark;

public final class ImportsMapReduce {
    public Object imports() {
        return new ImportsSpark();
    }
}
