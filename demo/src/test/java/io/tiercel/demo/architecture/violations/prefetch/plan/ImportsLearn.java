package io.tiercel.demo.architecture.violations.prefetch.plan;

import io.tiercel.demo.architecture.violations.prefetch.learn.ImportsModel;

public final class ImportsLearn {
    public Object imports() {
        return new ImportsModel();
    }
}
