/** Gives hosts one index under all their names, and knows their racks. */
@NullMarked
package io.tiercel.hdfs.host;

import org.jspecify.annotations.NullMarked;
