/** Hints to the coordinator what queries of Hive will read, and gives it back at their end. */
@NullMarked
package io.tiercel.hive;

import org.jspecify.annotations.NullMarked;
