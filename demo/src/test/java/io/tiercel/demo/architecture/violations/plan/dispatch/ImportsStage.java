package io.tiercel.demo.architecture.violations.plan.dispatch;

import io.tiercel.demo.architecture.violations.stage.ImportsRecord;

public final class ImportsStage {
    public Object imports() {
        return new ImportsRecord();
    }
}
