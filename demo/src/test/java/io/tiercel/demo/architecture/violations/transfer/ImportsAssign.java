package io.tiercel.demo.architecture.violations.transfer;

import io.tiercel.demo.architecture.violations.assign.ImportsRecord;

public final class ImportsAssign {
    public Object imports() {
        return new ImportsRecord();
    }
}
