package io.tiercel.cli;

/**
 * Adds a subcommand to {@code tiercel}. Found by {@link java.util.ServiceLoader}, so that commands which need more than a
 * production class path (the demo's test cluster) live in modules that no production module imports.
 */
public interface CommandProvider {
    /** An object whose class bears picocli's {@code @Command}. */
    Object command();
}
