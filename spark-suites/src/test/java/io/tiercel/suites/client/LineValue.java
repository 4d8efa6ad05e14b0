package io.tiercel.suites.client;

import org.apache.spark.sql.api.java.UDF1;

/** The number on a line. A class that no server has before a session brings it. */
public final class LineValue implements UDF1<String, Long> {
    private static final long serialVersionUID = 1;

    @Override
    public Long call(String line) {
        return Long.valueOf(line);
    }
}
