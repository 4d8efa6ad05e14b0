package io.tiercel.demo.architecture.violations.plan;

import io.tiercel.demo.architecture.violations.assign.ImportsRecord;

public final class ImportsAssign {
    public Object imports() {
        return new ImportsRecord();
    }
}
