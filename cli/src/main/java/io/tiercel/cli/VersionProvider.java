package io.tiercel.cli;

import picocli.CommandLine.IVersionProvider;

/** The version in the manifest of the jar; a class path without jars has none. */
final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = VersionProvider.class.getPackage().getImplementationVersion();
        return new String[] {"tiercel " + (version == null ? "(not packaged)" : version)};
    }
}
