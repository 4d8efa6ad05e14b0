package io.tiercel.bundle.hdfs;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Hadoop's page for Prometheus shows of a daemon.
 *
 * @param text all of it
 */
record PrometheusPage(String text) {
    /** The page of the daemon whose HTTP server listens on {@code address}, which is HOST:PORT. */
    static PrometheusPage of(String address) throws IOException {
        try (InputStream in = URI.create("http://" + address + "/prom").toURL().openStream()) {
            return new PrometheusPage(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** The first value of a metric, whatever its labels; empty if the page has none. */
    OptionalDouble value(String metric) {
        Matcher line = Pattern.compile("^" + metric + "\\{[^}]*\\} (\\S+)$", Pattern.MULTILINE)
                .matcher(text);
        return line.find() ? OptionalDouble.of(Double.parseDouble(line.group(1))) : OptionalDouble.empty();
    }
}
