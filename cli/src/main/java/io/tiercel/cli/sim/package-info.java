/** The command {@code tiercel sim}: the papers' experiments and scenarios of one's own on a simulated cluster. */
@NullMarked
package io.tiercel.cli.sim;

import org.jspecify.annotations.NullMarked;
