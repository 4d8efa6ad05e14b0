/** Our jars in real daemons of YARN. */
@NullMarked
package io.tiercel.suites.yarn;

import org.jspecify.annotations.NullMarked;
