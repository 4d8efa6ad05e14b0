package io.tiercel.demo.architecture.violations.prefetch;

import io.tiercel.demo.architecture.violations.prefetch.plan.ImportsLearn;

public final class ImportsPlan {
    public Object imports() {
        return new ImportsLearn();
    }
}
