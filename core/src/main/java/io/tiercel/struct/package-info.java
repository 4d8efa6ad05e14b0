@NullMarked
package io.tiercel.struct;

import org.jspecify.annotations.NullMarked;
