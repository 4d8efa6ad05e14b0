@NullMarked
package io.tiercel.demo.placement;

import org.jspecify.annotations.NullMarked;
