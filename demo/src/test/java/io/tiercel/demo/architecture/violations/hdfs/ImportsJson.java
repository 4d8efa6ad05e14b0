package io.tiercel.demo.architecture.violations.hdfs;

import io.tiercel.demo.architecture.violations.json.ImportsHdfs;

public final class ImportsJson {
    public Object imports() {
        return new ImportsHdfs();
    }
}
