package io.tiercel.demo.architecture.violations.migrate;

import io.tiercel.demo.architecture.violations.cache.ImportsAssign;

public final class ImportsCache {
    public Object imports() {
        return new ImportsAssign();
    }
}
