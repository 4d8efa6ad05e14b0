/** Runs the applications of a scene and measures their jobs. */
@NullMarked
package io.tiercel.demo.run;

import org.jspecify.annotations.NullMarked;
