/** The command {@code tiercel sim}: the papers' experiments on a simulated cluster. */
@NullMarked
package io.tiercel.cli.sim;

import org.jspecify.annotations.NullMarked;
