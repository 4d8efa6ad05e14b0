/** The names that a user of Spark sets: the plugin, and the keys that configure it. */
@NullMarked
package io.tiercel.spark;

import org.jspecify.annotations.NullMarked;
