/** The commands for nodes' caches of shared storage. */
@NullMarked
package io.tiercel.cli.cache;

import org.jspecify.annotations.NullMarked;
