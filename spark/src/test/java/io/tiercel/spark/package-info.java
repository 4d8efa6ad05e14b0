@NullMarked
package io.tiercel.spark;

import org.jspecify.annotations.NullMarked;
