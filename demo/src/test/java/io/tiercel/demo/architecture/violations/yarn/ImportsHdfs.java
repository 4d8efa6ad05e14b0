package io.tiercel.demo.architecture.violations.yarn;

import io.tiercel.demo.architecture.violations.hdfs.ImportsJson;

public final class ImportsHdfs {
    public Object imports() {
        return new ImportsJson();
    }
}
