/** {@code tiercel demo}: the same jobs under every policy on an embedded tiered cluster, and a report of what came of it. */
@NullMarked
package io.tiercel.demo;

import org.jspecify.annotations.NullMarked;
