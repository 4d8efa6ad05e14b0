/** For tests that hold our jars against engines' own suites: swaps classes and runs a suite. */
@NullMarked
package io.tiercel.testkit.suites;

import org.jspecify.annotations.NullMarked;
