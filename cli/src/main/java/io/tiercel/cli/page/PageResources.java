package io.tiercel.cli.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Texts that pages consist of. */
public final class PageResources {
    private static final String CHART_LIBRARY = "/META-INF/resources/webjars/chart.js/4.5.1/dist/chart.umd.min.js";

    private PageResources() {}

    /** The chart library: a script for a page. */
    public static String chartLibrary() {
        return read(CHART_LIBRARY).replaceAll("\n//# sourceMappingURL=.*", "");
    }

    static String text(String name) {
        return read("/io/tiercel/cli/page/" + name);
    }

    private static String read(String resource) {
        try (InputStream in = PageResources.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("resource " + resource + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
