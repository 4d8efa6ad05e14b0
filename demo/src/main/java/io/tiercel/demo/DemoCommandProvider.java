package io.tiercel.demo;

import io.tiercel.cli.CommandProvider;

/** Adds {@code demo} to {@code tiercel}. */
public final class DemoCommandProvider implements CommandProvider {
    /** Called by {@link java.util.ServiceLoader}. */
    public DemoCommandProvider() {}

    @Override
    public Object command() {
        return new DemoCommand();
    }
}
