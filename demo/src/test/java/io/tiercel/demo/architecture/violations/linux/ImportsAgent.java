package io.tiercel.demo.architecture.violations.linux;

import io.tiercel.demo.architecture.violations.agent.ImportsHdfs;

final class ImportsAgent {
    static Object agent() {
        return new ImportsHdfs();
    }
}
