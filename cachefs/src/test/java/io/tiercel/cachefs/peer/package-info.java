@NullMarked
package io.tiercel.cachefs.peer;

import org.jspecify.annotations.NullMarked;
