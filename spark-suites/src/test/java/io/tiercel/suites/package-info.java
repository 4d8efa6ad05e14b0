/** Tests of the jar that ships, from outside: Spark's own suites and small applications run against it in JVMs of their own. */
@NullMarked
package io.tiercel.suites;

import org.jspecify.annotations.NullMarked;
