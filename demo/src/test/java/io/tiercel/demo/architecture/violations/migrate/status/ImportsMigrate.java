package io.tiercel.demo.architecture.violations.migrate.status;

import io.tiercel.demo.architecture.violations.migrate.ImportsCache;

public final class ImportsMigrate {
    public Object imports() {
        return new ImportsCache();
    }
}
