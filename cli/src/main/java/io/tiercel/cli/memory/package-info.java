/** The commands that speak with a coordinator, and the one that is one. */
@NullMarked
package io.tiercel.cli.memory;

import org.jspecify.annotations.NullMarked;
