package io.tiercel.bench.config;

import io.tiercel.config.Key;
import io.tiercel.config.KeySet;
import java.util.List;

/** The configuration reference, generated from the declarations, as Markdown. */
final class ReferencePage {
    private ReferencePage() {}

    /** One table for each set of keys, in the order of declaration. */
    static String of(List<KeySet> sets) {
        StringBuilder page = new StringBuilder();
        page.append("# Configuration\n\n");
        page.append("This page is generated from the declarations in the code; do not edit it by hand.\n");
        for (KeySet set : sets) {
            page.append("\n## `").append(set.prefix()).append("*`\n\n");
            page.append("| key | value | default | meaning | since |\n| --- | --- | --- | --- | --- |\n");
            for (Key<?> key : set.keys()) {
                page.append("| `").append(key.name()).append("` | ");
                page.append(cell(key.type().expected())).append(" | ");
                page.append(key.defaultText() == null ? "not set" : "`" + key.defaultText() + "`")
                        .append(" | ");
                page.append(cell(key.doc())).append(" | ").append(key.since()).append(" |\n");
            }
        }
        return page.toString();
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace('\n', ' ');
    }
}
