package io.tiercel.demo.architecture.violations.assign;

import org.assertj.core.api.Assertions;

public final class ImportsALibrary {
    public Object imports() {
        return Assertions.assertThat(1);
    }
}
