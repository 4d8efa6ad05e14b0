package io.tiercel.cli.memory;

import io.tiercel.client.TiercelClient;
import io.tiercel.protocol.Selection;
import java.util.List;
import picocli.CommandLine.Parameters;

/** The files that a command is about. */
final class PathArguments {
    @Parameters(arity = "1..*", paramLabel = "PATH", description = "Files, directories or globs.")
    private List<String> paths = List.of();

    /** As they were given. */
    List<String> named() {
        return paths;
    }

    List<Selection> selections() {
        return paths.stream().map(TiercelClient::path).toList();
    }
}
