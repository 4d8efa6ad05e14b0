package io.tiercel.demo.architecture.violations.migrate.bind;

import io.tiercel.demo.architecture.violations.migrate.status.ImportsMigrate;

public final class ImportsStatus {
    public Object imports() {
        return new ImportsMigrate();
    }
}
