/** In Tez' package, since the members of its scheduler that a subclass needs are visible here only. */
@NullMarked
package org.apache.tez.dag.app.rm;

import org.jspecify.annotations.NullMarked;
