/** From the tasks of a stage to the parts of files that they read, and on to what each would cost where. */
@NullMarked
package io.tiercel.spark.input;

import org.jspecify.annotations.NullMarked;
