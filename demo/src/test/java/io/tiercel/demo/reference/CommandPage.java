package io.tiercel.demo.reference;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The commands, generated from their own model, as Markdown. */
final class CommandPage {
    private static final String BEGINNING =
            """
            # Commands

            This page is generated from the commands' own help; do not edit it by hand. `bin/tiercel COMMAND --help` prints the same. [Operate](operate.md#commands) says what each is for.

            """;

    /** By name, so that the page does not depend on the order in which Java lists fields. */
    private static final Comparator<OptionSpec> BY_NAME = Comparator.comparing(
            option -> option.longestName().replaceFirst("^-+", "").toLowerCase(Locale.ROOT));

    private final StringBuilder page = new StringBuilder(BEGINNING);

    private CommandPage() {}

    /** A section for each command below {@code root}, in the order in which the help lists them. */
    static String of(CommandLine root) {
        CommandPage commands = new CommandPage();
        commands.addAll(root, "##");
        return commands.page.toString().stripTrailing() + "\n";
    }

    private void addAll(CommandLine parent, String heading) {
        for (CommandLine command : parent.getSubcommands().values()) {
            add(command.getCommandSpec(), heading);
            addAll(command, heading + "#");
        }
    }

    private void add(CommandSpec command, String heading) {
        line(heading + " " + command.qualifiedName());
        line("");
        prose(command.usageMessage().description());
        listing(List.of(usage(command)));
        table(
                "argument",
                command.positionalParameters().stream()
                        .map(argument -> row(argument.paramLabel(), argument))
                        .toList());
        table(
                "option",
                command.options().stream()
                        .filter(option -> !isStandard(command, option))
                        .sorted(BY_NAME)
                        .map(option -> row(written(option), option))
                        .toList());
        prose(command.usageMessage().footer());
    }

    /** Paragraphs; lines that begin with a space are shown as they are. */
    private void prose(String[] lines) {
        List<String> listed = new ArrayList<>();
        for (String each : lines) {
            String text = printed(each);
            if (text.startsWith(" ")) {
                listed.add(text);
                continue;
            }
            listing(listed);
            listed.clear();
            if (!text.isBlank()) {
                line(escaped(text));
                line("");
            }
        }
        listing(listed);
    }

    private void listing(List<String> lines) {
        if (lines.isEmpty()) {
            return;
        }
        line("```text");
        lines.forEach(this::line);
        line("```");
        line("");
    }

    private void table(String head, List<String> rows) {
        if (rows.isEmpty()) {
            return;
        }
        line("| " + head + " | meaning |");
        line("| --- | --- |");
        rows.forEach(this::line);
        line("");
    }

    private void line(String text) {
        page.append(text).append('\n');
    }

    private static String row(String name, ArgSpec argument) {
        String meaning = Stream.of(argument.description())
                .map(CommandPage::printed)
                .map(CommandPage::escaped)
                .collect(Collectors.joining(" "));
        return "| `" + name + "` | " + meaning.replace("|", "\\|") + " |";
    }

    /** {@code --help} and {@code --version} where they are those of every command. */
    private static boolean isStandard(CommandSpec command, OptionSpec option) {
        return command.mixinStandardHelpOptions() && (option.usageHelp() || option.versionHelp());
    }

    /** One line, with what has to be given; options that need not be are {@code [OPTION]...}. */
    private static String usage(CommandSpec command) {
        List<String> words = new ArrayList<>(List.of(command.qualifiedName()));
        command.options().stream()
                .filter(option -> option.required() && option.group() == null)
                .sorted(BY_NAME)
                .map(CommandPage::written)
                .forEach(words::add);
        command.argGroups().stream().map(CommandPage::written).forEach(words::add);
        if (command.options().stream()
                .anyMatch(option -> !option.required() && option.group() == null && !isStandard(command, option))) {
            words.add("[OPTION]...");
        }
        command.positionalParameters().stream().map(CommandPage::written).forEach(words::add);
        if (!command.subcommands().isEmpty()) {
            words.add("COMMAND");
        }
        return String.join(" ", words);
    }

    private static String written(ArgGroupSpec group) {
        Stream<String> options = group.options().stream().sorted(BY_NAME).map(CommandPage::written);
        Stream<String> groups = group.subgroups().stream().map(CommandPage::written);
        String all = Stream.concat(options, groups).collect(Collectors.joining(group.exclusive() ? " | " : " "));
        return group.multiplicity().min() == 0 && !isAlternative(group) ? "[" + all + "]" : "(" + all + ")";
    }

    /** Whether it is one of several, of which one is chosen: then it need not be optional by itself. */
    private static boolean isAlternative(ArgGroupSpec group) {
        ArgGroupSpec parent = group.parentGroup();
        return parent != null && parent.exclusive();
    }

    private static String written(OptionSpec option) {
        String names = String.join(", ", option.names());
        if (option.arity().max() == 0) {
            return names;
        }
        return names + " " + option.paramLabel() + (option.splitRegex().isEmpty() ? "" : ",…");
    }

    private static String written(PositionalParamSpec argument) {
        boolean repeated = argument.index().max() > argument.index().min()
                || argument.arity().max() > 1;
        String label = argument.paramLabel() + (repeated ? "..." : "");
        return argument.arity().min() == 0 ? "[" + label + "]" : label;
    }

    /** As picocli prints it: descriptions are formats. */
    private static String printed(String text) {
        return text.replace("%%", "%").replace("%n", " ");
    }

    /** Plain text as Markdown. */
    private static String escaped(String text) {
        return text.replace("*", "\\*").replace("_", "\\_").replace("<", "&lt;");
    }
}
