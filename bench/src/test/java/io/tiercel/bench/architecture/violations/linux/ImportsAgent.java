package io.tiercel.bench.architecture.violations.linux;

import io.tiercel.bench.architecture.violations.agent.ImportsHdfs;

final class ImportsAgent {
    static Object agent() {
        return new ImportsHdfs();
    }
}
