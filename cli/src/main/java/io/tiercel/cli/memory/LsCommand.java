package io.tiercel.cli.memory;

import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.text.TextTable;
import io.tiercel.client.TiercelClient;
import io.tiercel.model.ByteSize;
import io.tiercel.protocol.FileTiers;
import io.tiercel.protocol.TiersReply;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Where the bytes of files are. */
@Command(
        name = "ls",
        description =
                "Lists files with their bytes in each tier: on each type of storage (all replicas), pinned, cached,"
                        + " arriving.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "The page cache is known for blocks that some application watches.",
            "Exit code: 0; 1 if a path could not be listed."
        })
public final class LsCommand extends CoordinatorClientCommand {
    @Mixin
    private PathArguments paths = new PathArguments();

    @Override
    public Integer call() {
        List<FileTiers> files = new ArrayList<>();
        List<String> complaints = new ArrayList<>();
        try (TiercelClient client = open()) {
            for (String path : paths.named()) {
                TiersReply reply = given(client.tiers(path));
                files.addAll(reply.getFilesList());
                reply.getSkippedList().forEach(skip -> complaints.add(skip.getPath() + ": " + skip.getText()));
            }
        }
        if (!files.isEmpty()) {
            table(files).print(out());
        }
        complaints.forEach(err()::println);
        return complaints.isEmpty() ? ExitCodes.OK : ExitCodes.NEGATIVE;
    }

    private static TextTable table(List<FileTiers> files) {
        List<String> types = List.copyOf(new TreeSet<>(files.stream()
                .flatMap(file -> file.getStoredBytesMap().keySet().stream())
                .toList()));
        List<String> header = new ArrayList<>(List.of("file", "size"));
        header.addAll(types);
        header.addAll(List.of("pinned", "cached", "arriving"));
        TextTable table = new TextTable(1, header.toArray(String[]::new));
        for (FileTiers file : files) {
            List<String> row = new ArrayList<>(List.of(file.getPath(), ByteSize.text(file.getLength())));
            types.forEach(type -> row.add(ByteSize.text(file.getStoredBytesOrDefault(type, 0))));
            row.addAll(List.of(
                    ByteSize.text(file.getPinnedBytes()),
                    ByteSize.text(file.getCachedBytes()),
                    ByteSize.text(file.getArrivingBytes())));
            table.row(row);
        }
        return table;
    }
}
