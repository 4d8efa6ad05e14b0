package io.tiercel.demo.architecture.violations.assign;

import io.tiercel.demo.architecture.violations.record.ImportsConfig;

public final class ImportsRecord {
    public Object imports() {
        return new ImportsConfig();
    }
}
