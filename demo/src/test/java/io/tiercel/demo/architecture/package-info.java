/** The rules of who may import whom, and of what {@code core} may do, with a violation of each. */
@NullMarked
package io.tiercel.demo.architecture;

import org.jspecify.annotations.NullMarked;
