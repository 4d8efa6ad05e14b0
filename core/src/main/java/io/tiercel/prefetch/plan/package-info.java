@NullMarked
package io.tiercel.prefetch.plan;

import org.jspecify.annotations.NullMarked;
