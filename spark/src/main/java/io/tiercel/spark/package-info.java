/** What a user of Spark names: the plugin, and the keys that configure it. */
@NullMarked
package io.tiercel.spark;

import org.jspecify.annotations.NullMarked;
