/** Classes that run inside the process of an embedded Hive. */
@NullMarked
package io.tiercel.testkit.hive;

import org.jspecify.annotations.NullMarked;
