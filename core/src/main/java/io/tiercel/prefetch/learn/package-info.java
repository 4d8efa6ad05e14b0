@NullMarked
package io.tiercel.prefetch.learn;

import org.jspecify.annotations.NullMarked;
