/** The command {@code tiercel advise}: which applications of a directory of event logs would gain, from what, and by which lines. */
@NullMarked
package io.tiercel.cli.advise;

import org.jspecify.annotations.NullMarked;
