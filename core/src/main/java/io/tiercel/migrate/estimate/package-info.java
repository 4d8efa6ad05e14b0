@NullMarked
package io.tiercel.migrate.estimate;

import org.jspecify.annotations.NullMarked;
