@NullMarked
package io.tiercel.cachefs.iceberg;

import org.jspecify.annotations.NullMarked;
