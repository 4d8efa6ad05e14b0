@NullMarked
package io.tiercel.cachefs.store;

import org.jspecify.annotations.NullMarked;
