package io.tiercel.demo.architecture.violations.plan;

import io.tiercel.demo.architecture.violations.plan.dispatch.ImportsStage;

public final class ImportsDispatch {
    public Object imports() {
        return new ImportsStage();
    }
}
