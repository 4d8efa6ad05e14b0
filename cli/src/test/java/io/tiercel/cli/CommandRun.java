package io.tiercel.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** One call of the command, with what it printed. */
public record CommandRun(int exitCode, String out, String err) {
    public static CommandRun of(String... arguments) {
        return in(Map.of(), arguments);
    }

    public static CommandRun in(Map<String, String> environment, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line =
                Main.commandLine(environment).setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        int exitCode = line.execute(arguments);
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    public List<String> outLines() {
        return out.lines().toList();
    }

    public List<String> errLines() {
        return err.lines().toList();
    }
}
