/** Data structures over primitive arrays, for hot loops in which boxed values would take most of the time. */
@NullMarked
package io.tiercel.struct;

import org.jspecify.annotations.NullMarked;
