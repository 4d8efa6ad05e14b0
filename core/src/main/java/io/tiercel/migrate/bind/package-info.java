@NullMarked
package io.tiercel.migrate.bind;

import org.jspecify.annotations.NullMarked;
