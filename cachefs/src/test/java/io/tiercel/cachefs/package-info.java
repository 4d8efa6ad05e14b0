@NullMarked
package io.tiercel.cachefs;

import org.jspecify.annotations.NullMarked;
