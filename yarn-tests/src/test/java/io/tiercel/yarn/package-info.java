/** Our scheduler in a real ResourceManager within this process, with nodes that are not there. */
@NullMarked
package io.tiercel.yarn;

import org.jspecify.annotations.NullMarked;
