package io.tiercel.demo.architecture.violations.record;

import java.io.FileInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;

public final class OpensAFile {
    public Object path() {
        return Path.of("decisions.jsonl");
    }

    public Object stream() throws IOException {
        return new FileInputStream("decisions.jsonl");
    }

    public Object socket() throws IOException {
        return new Socket("localhost", 1);
    }
}
