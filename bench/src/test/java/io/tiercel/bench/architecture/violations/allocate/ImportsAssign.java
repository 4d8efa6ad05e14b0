package io.tiercel.bench.architecture.violations.allocate;

import io.tiercel.bench.architecture.violations.assign.ImportsRecord;

public final class ImportsAssign {
    public Object imports() {
        return new ImportsRecord();
    }
}
