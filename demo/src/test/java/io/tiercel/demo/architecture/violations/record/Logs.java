package io.tiercel.demo.architecture.violations.record;

import java.util.logging.Logger;

public final class Logs {
    public void out() {
        System.out.println();
    }

    public void err() {
        System.err.println();
    }

    public void trace(Exception exception) {
        exception.printStackTrace();
    }

    public void javaLogging() {
        Logger.getLogger("core").info("");
    }

    public void systemLogger() {
        System.getLogger("core").log(System.Logger.Level.INFO, "");
    }
}
