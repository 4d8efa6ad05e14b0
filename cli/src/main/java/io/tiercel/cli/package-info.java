/** The {@code tiercel} command: one class per subcommand, each with what it prints and the exit codes that it gives. */
@NullMarked
package io.tiercel.cli;

import org.jspecify.annotations.NullMarked;
