@NullMarked
package io.tiercel.yarn;

import org.jspecify.annotations.NullMarked;
