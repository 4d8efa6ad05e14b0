/** Prints which tests a build ran. */
@NullMarked
package io.tiercel.summary;

import org.jspecify.annotations.NullMarked;
